import { expect, test } from 'vitest'
import { get } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { signInsTo } from '../../testing/sign-in.ts'

const office = await officeOfFile()
const { signIn, validate } = signInsTo(office)

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('a session ends when unused for the idle timeout of the policy', async () => {
  await office.services.settings.change({ idleMinutes: 30 })
  for (const _ of [1, 2, 3]) {
    office.clock.forward(29 * MINUTE)
    expect((await validate(office.ada)).statusCode).toBe(200)
  }
  office.clock.forward(30 * MINUTE)
  expect((await validate(office.ada)).statusCode).toBe(401)
})

test.each(['/api/settings/database', '/api/audit/news?after=0'])(
  'an open page that polls %s does not keep a session alive',
  async (path) => {
    const { app, clock, services, cleo } = office
    await services.settings.change({ idleMinutes: 30 })
    clock.forward(29 * MINUTE)
    expect((await get(app, cleo, path)).statusCode).toBe(200)
    clock.forward(MINUTE)
    expect((await get(app, cleo, path)).statusCode).toBe(401)
  },
)

test('use keeps a session alive across a restart of the program', async () => {
  await office.services.settings.change({ idleMinutes: 30 })
  office.clock.forward(20 * MINUTE)
  await validate(office.ada)
  await office.services.sessions.settled()
  office.services.sessions.forgetAll()
  office.clock.forward(20 * MINUTE)
  expect((await validate(office.ada)).statusCode).toBe(200)
})

test('a session ends at its age limit, however much it is used', async () => {
  await office.services.settings.change({ idleMinutes: 1440, absoluteHours: 8 })
  for (let hour = 1; hour < 8; hour++) {
    office.clock.forward(HOUR)
    expect((await validate(office.ada)).statusCode).toBe(200)
  }
  office.clock.forward(HOUR)
  expect((await validate(office.ada)).statusCode).toBe(401)
})

test('a stricter policy applies to open sessions', async () => {
  office.clock.forward(2 * HOUR)
  expect((await validate(office.ada)).statusCode).toBe(200)
  await office.services.settings.change({ absoluteHours: 1 })
  expect((await validate(office.ada)).statusCode).toBe(401)
})

test('one session more than allowed ends the oldest', async () => {
  await office.services.settings.change({ maxSessions: 2 })
  office.clock.forward(MINUTE)
  const { person: second } = await signIn()
  expect((await validate(office.ada)).statusCode).toBe(200)
  office.clock.forward(MINUTE)
  const { person: third } = await signIn()
  expect((await validate(office.ada)).statusCode).toBe(401)
  expect((await validate(second)).statusCode).toBe(200)
  expect((await validate(third)).statusCode).toBe(200)
})

test('an expired session is not listed, and ends no open one', async () => {
  await office.services.settings.change({ maxSessions: 2, idleMinutes: 30 })
  office.clock.forward(MINUTE)
  await signIn()
  office.clock.forward(28 * MINUTE)
  expect((await validate(office.ada)).statusCode).toBe(200)
  await office.services.sessions.settled()
  office.clock.forward(2 * MINUTE)
  const idle = await get(office.app, office.ada, '/api/profile/sessions')
  expect(idle.body).toEqual([expect.objectContaining({ current: true, userAgent: 'test' })])
  const { person: third } = await signIn()
  expect((await validate(office.ada)).statusCode).toBe(200)
  expect((await get(office.app, third, '/api/profile/sessions')).body).toHaveLength(2)
})

test('sign-ins at the same moment never leave more sessions than allowed', async () => {
  await office.services.settings.change({ maxSessions: 2 })
  const answers = await Promise.all(Array.from({ length: 6 }, () => signIn()))
  expect(answers.map(({ res }) => res.statusCode)).toEqual(Array.from({ length: 6 }, () => 200))
  const open = await office.db.read.selectFrom('sessions').select('id').where('user_id', '=', 'user-ada').execute()
  expect(open).toHaveLength(2)
})

test('signing in deletes expired sessions, and stores its time for that person only', async () => {
  office.clock.forward(25 * HOUR)
  const { person } = await signIn()
  const rows = await office.db.read.selectFrom('sessions').select('user_id').execute()
  expect(rows).toEqual([{ user_id: 'user-ada' }])
  expect((await get(office.app, person, '/api/profile')).body.lastLogin).toBe('2026-03-11T10:00:00.000Z')
  const ben = await office.db.read
    .selectFrom('users')
    .select('last_login_at')
    .where('id', '=', 'user-ben')
    .executeTakeFirstOrThrow()
  expect(ben.last_login_at).toBe('2026-03-10T09:00:00.000Z')
})
