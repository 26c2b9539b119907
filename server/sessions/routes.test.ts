import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import { verify } from '../audit/verify.ts'
import { TEST_SEALER } from '../testing/database.ts'
import { AppError } from '../errors.ts'
import { del, get, post, put, testApp } from '../testing/app.ts'
import { CAST_PASSWORD, type Person } from '../testing/cast.ts'
import { signToken } from './token.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
beforeEach(() => office.reset())
afterAll(() => office.close())

const MINUTE = 60_000
const HOUR = 60 * MINUTE

async function signIn(username = 'ada', password = CAST_PASSWORD, headers = {}) {
  const res = await post(office.app, null, '/api/auth/login', { username, password }, headers)
  const person: Person = { id: res.body.user?.id, username, token: res.body.token }
  return { res, person }
}

const validate = (person: Person) => get(office.app, person, '/api/auth/validate')

test('signing in answers a token and who it is, and the token opens the door', async () => {
  const { res, person } = await signIn('  ADA ')
  expect(res.statusCode).toBe(200)
  expect(res.body).toEqual({
    token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    user: {
      id: office.ada.id,
      username: 'ada',
      firstName: 'Ada',
      lastName: 'Quint',
      email: 'ada@office.example',
      department: 'Operations',
      role: 'user',
      roleName: 'User',
      seeing: null,
      officeTimeZone: 'UTC',
      officeName: 'Customs Trade System Programme',
      officeWorkingDays: [1, 2, 3, 4, 5],
      officeHolidays: [],
      departments: FIRST_DEPARTMENTS.all,
      permissions: expect.arrayContaining(['requests.create']),
    },
  })
  const { iat, exp } = JSON.parse(Buffer.from(res.body.token.split('.')[1], 'base64url').toString())
  expect(iat).toBe(Date.parse('2026-03-10T09:00:00Z') / 1000)
  expect(exp - iat).toBe(24 * 3600)
  expect(await validate(person)).toMatchObject({ statusCode: 200, body: { user: res.body.user } })
  expect((await get(office.app, person, '/api/profile')).body.lastLogin).toBe('2026-03-10T09:00:00.000Z')
})

test('a session says on which days the office works, from the next call on', async () => {
  const { app, ada, cleo } = office
  const holidays = [{ date: '2026-03-26', name: 'Independence Day' }]
  const change = { workingDays: [7, 1, 2, 3, 4, 6], holidays, version: 1 }
  expect((await put(app, cleo, '/api/settings/general', change)).statusCode).toBe(200)
  const days = { officeWorkingDays: [1, 2, 3, 4, 6, 7], officeHolidays: holidays }
  expect((await validate(ada)).body.user).toMatchObject(days)
  expect((await signIn('dan')).res.body.user).toMatchObject(days)
})

test('a session says in which zone the office’s days begin, from the next call on', async () => {
  await office.services.settings.change({ timeZone: 'Asia/Dhaka' })
  expect((await validate(office.ada)).body.user.officeTimeZone).toBe('Asia/Dhaka')
  expect((await signIn('dan')).res.body.user.officeTimeZone).toBe('Asia/Dhaka')
  await office.services.settings.change({ timeZone: 'UTC' })
})

test('username and password are both required', async () => {
  const missing = [
    [{ password: 'x' }, 'username', 'Username is required'],
    [{ username: '   ', password: 'x' }, 'username', 'Username is required'],
    [{ username: 'ada' }, 'password', 'Password is required'],
    [{ username: 'ada', password: '' }, 'password', 'Password is required'],
    [{ username: 'x'.repeat(65), password: 'x' }, 'username', 'At most 64 characters'],
    [{ username: 'a\u0000', password: 'x' }, 'username', 'This is not a username'],
  ] as const
  for (const [body, path, message] of missing) {
    expect(await post(office.app, null, '/api/auth/login', body)).toMatchObject({
      statusCode: 400,
      body: { code: 'bad-input', error: message, details: [{ path, message }] },
    })
  }
})

test('a wrong password, an unknown name and a deactivated account get the same answer', async () => {
  await office.db.write((tx) =>
    tx.updateTable('users').set({ deactivated_at: '2026-03-01T00:00:00.000Z' }).where('username', '=', 'dan').execute(),
  )
  const answers = [await signIn('ada', 'wrong'), await signIn('nobody', CAST_PASSWORD), await signIn('dan')]
  for (const { res } of answers) {
    expect(res).toMatchObject({ statusCode: 401 })
    expect(res.body).toEqual({ error: 'Invalid username or password', code: 'wrong-credentials' })
  }
  const counted = await office.db.read
    .selectFrom('sign_in_failures')
    .select(['key', 'failures'])
    .orderBy('key')
    .execute()
  expect(counted).toEqual([
    { key: 'account:ada', failures: 1 },
    { key: 'account:dan', failures: 1 },
    { key: 'account:nobody', failures: 1 },
    { key: 'address:127.0.0.1', failures: 3 },
    { key: 'pair:127.0.0.1 ada', failures: 1 },
    { key: 'pair:127.0.0.1 dan', failures: 1 },
    { key: 'pair:127.0.0.1 nobody', failures: 1 },
  ])
})

test('signing out ends the session at once, and twice is no error', async () => {
  const { person } = await signIn()
  expect((await validate(person)).statusCode).toBe(200)
  for (const _ of [1, 2]) {
    expect(await post(office.app, person, '/api/auth/logout')).toMatchObject({ statusCode: 204, body: '' })
  }
  expect(await validate(person)).toMatchObject({
    statusCode: 401,
    body: { code: 'not-signed-in', error: 'Your session has ended. Please sign in again.' },
  })
  expect((await validate(office.ada)).statusCode).toBe(200)
  expect((await post(office.app, null, '/api/auth/logout')).statusCode).toBe(204)
})

test('a right signature over somebody else’s or no session opens nothing', async () => {
  const { config } = office.services
  const [session] = await office.db.read.selectFrom('sessions').selectAll().where('user_id', '=', 'user-ada').execute()
  const times = { iat: 1_770_000_000, exp: 2_000_000_000 }
  for (const claims of [
    { sub: 'user-cleo', sid: session!.id },
    { sub: 'user-cleo', sid: 'none' },
  ]) {
    const token = signToken({ ...claims, ...times }, config.secretKey)
    expect((await validate({ ...office.ada, token })).statusCode).toBe(401)
  }
})

test('a session ends when it was not used for the time of the policy', async () => {
  await office.services.settings.change({ idleMinutes: 30 })
  for (const _ of [1, 2, 3]) {
    office.clock.forward(29 * MINUTE)
    expect((await validate(office.ada)).statusCode).toBe(200)
  }
  office.clock.forward(30 * MINUTE)
  expect((await validate(office.ada)).statusCode).toBe(401)
})

test('use keeps a session alive over a restart of the program', async () => {
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

test('a stricter policy counts for sessions that are open already', async () => {
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

test('a session that has ended by itself is not listed, and no open one makes way for it', async () => {
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

test('signing in clears away sessions past their age, and leaves its time with that person alone', async () => {
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

test('of a long name of a browser only the beginning is kept', async () => {
  const { person } = await signIn('ada', CAST_PASSWORD, { 'user-agent': 'x'.repeat(1000) })
  const { body } = await get(office.app, person, '/api/profile/sessions')
  expect(body.find(({ current }: { current: boolean }) => current).userAgent).toHaveLength(300)
})

test('sign-ins at the same moment never leave more sessions than allowed', async () => {
  await office.services.settings.change({ maxSessions: 2 })
  const answers = await Promise.all(Array.from({ length: 6 }, () => signIn()))
  expect(answers.map(({ res }) => res.statusCode)).toEqual(Array.from({ length: 6 }, () => 200))
  const open = await office.db.read.selectFrom('sessions').select('id').where('user_id', '=', 'user-ada').execute()
  expect(open).toHaveLength(2)
})

test('a right password is answered even when so many sign in at once that its session has ended by then', async () => {
  const { db } = office
  const write = db.write.bind(db)
  vi.spyOn(db, 'write').mockImplementationOnce(async (work) => {
    const written = await write(work)
    await write((tx) => tx.deleteFrom('sessions').execute())
    return written
  })
  const { res, person } = await signIn()
  expect(res).toMatchObject({ statusCode: 200, body: { user: { id: 'user-ada', permissions: expect.any(Array) } } })
  expect((await validate(person)).statusCode).toBe(401)
})

test('a change of the role counts on the next call', async () => {
  expect((await get(office.app, office.ada, '/api/dashboard/stats')).statusCode).toBe(403)
  await office.db.write((tx) =>
    tx.updateTable('users').set({ role_id: 'manager' }).where('id', '=', 'user-ada').execute(),
  )
  office.services.sessions.forgetUser('user-ada')
  expect((await get(office.app, office.ada, '/api/dashboard/stats')).statusCode).toBe(200)
  expect((await validate(office.ada)).body.user).toMatchObject({ role: 'manager' })

  await office.db.write((tx) =>
    tx.updateTable('roles').set({ permissions: '[]' }).where('id', '=', 'manager').execute(),
  )
  office.services.sessions.forgetAll()
  expect((await get(office.app, office.ada, '/api/dashboard/stats')).statusCode).toBe(403)
})

test('deactivating an account shuts its sessions out on the next call', async () => {
  await validate(office.dan)
  const at = '2026-03-10T09:00:00.000Z'
  await office.db.write((tx) =>
    tx.updateTable('users').set({ deactivated_at: at }).where('id', '=', 'user-dan').execute(),
  )
  office.services.sessions.forgetUser('user-dan')
  expect((await validate(office.dan)).statusCode).toBe(401)
})

test('a person sees their own sessions and ends one of them, but nobody else’s', async () => {
  office.clock.forward(MINUTE)
  const { person: phone } = await signIn('ada', CAST_PASSWORD, { 'user-agent': 'Phone' })
  const { body: list } = await get(office.app, phone, '/api/profile/sessions')
  expect(list).toEqual([
    expect.objectContaining({
      current: true,
      userAgent: 'Phone',
      address: '127.0.0.1',
      createdAt: '2026-03-10T09:01:00.000Z',
    }),
    expect.objectContaining({ current: false, userAgent: 'test' }),
  ])
  expect(JSON.stringify(list)).not.toContain('user-ben')

  const { body: bens } = await get(office.app, office.ben, '/api/profile/sessions')
  const stolen = await del(office.app, office.ada, `/api/profile/sessions/${bens[0].id}`)
  expect(stolen).toMatchObject({ statusCode: 404, body: { code: 'not-found' } })
  expect((await validate(office.ben)).statusCode).toBe(200)

  expect((await del(office.app, phone, `/api/profile/sessions/${list[1].id}`)).statusCode).toBe(204)
  expect((await validate(office.ada)).statusCode).toBe(401)
  expect((await validate(phone)).statusCode).toBe(200)
  expect((await del(office.app, phone, '/api/profile/sessions/not%20an%20id')).statusCode).toBe(400)
})

test('a person ends all their other sessions', async () => {
  const { person: here } = await signIn()
  const { person: there } = await signIn()
  expect((await del(office.app, here, '/api/profile/sessions')).statusCode).toBe(204)
  expect((await validate(here)).statusCode).toBe(200)
  expect((await validate(there)).statusCode).toBe(401)
  expect((await validate(office.ada)).statusCode).toBe(401)
  expect((await validate(office.ben)).statusCode).toBe(200)
})

test('signing in, being refused and signing out are in the audit log, without what was typed', async () => {
  const { person } = await signIn()
  await signIn('ada', 'a wrong one')
  await signIn('my password by mistake', 'x')
  await post(office.app, person, '/api/auth/logout')
  const log = await office.db.read.selectFrom('audit_log').selectAll().orderBy('id').execute()
  expect(log.map((entry) => [entry.action, entry.actor_id, entry.target_id])).toEqual([
    ['session.started', 'user-ada', 'user-ada'],
    ['session.refused', null, 'user-ada'],
    ['session.refused', null, null],
    ['session.ended', 'user-ada', 'user-ada'],
  ])
  expect(JSON.stringify(log)).not.toMatch(/wrong one|by mistake/)
  await TEST_SEALER.sealAll(office.db)
  expect(await verify(office.db, TEST_SEALER)).toMatchObject({ intact: true, entries: 4 })
})

test('an old hash is made anew at today’s cost when its owner signs in', async () => {
  const stored = () =>
    office.db.read.selectFrom('users').select('password_hash').where('id', '=', 'user-ada').executeTakeFirstOrThrow()
  expect((await stored()).password_hash).toContain('$m=8,t=1,p=1$')
  office.services.config.passwordCost = { memory: 16, passes: 1, parallelism: 1 }
  expect((await signIn()).res.statusCode).toBe(200)
  expect((await stored()).password_hash).toContain('$m=16,t=1,p=1$')
  expect((await signIn()).res.statusCode).toBe(200)
  // The others have the same password, and the same hash.
  const others = office.db.read.selectFrom('users').select('password_hash').where('id', '<>', 'user-ada')
  for (const { password_hash } of await others.execute()) expect(password_hash).toContain('$m=8,t=1,p=1$')
})

test('whoever lost the account or changed the password while a sign-in was being checked is refused', async () => {
  const { db } = office.services
  for (const change of [{ deactivated_at: '2026-03-10T09:00:00.000Z' }, { password_hash: 'another' }]) {
    const write = vi.spyOn(db, 'write')
    const meanwhile = (await office.db.read.selectFrom('users').selectAll().where('id', '=', 'user-dan').execute())[0]!
    write.mockImplementationOnce(async (work) => {
      await db.write((tx) => tx.updateTable('users').set(change).where('id', '=', 'user-dan').execute())
      return db.write(work)
    })
    expect((await signIn('dan')).res).toMatchObject({ statusCode: 401, body: { code: 'wrong-credentials' } })
    write.mockRestore()
    const { deactivated_at, password_hash } = meanwhile
    await db.write((tx) =>
      tx.updateTable('users').set({ deactivated_at, password_hash }).where('id', '=', 'user-dan').execute(),
    )
    expect((await signIn('dan')).res.statusCode).toBe(200)
  }
})

test('a database that cannot answer is 503, and nobody is signed out by it', async () => {
  const { sessions, db } = office.services
  await validate(office.ada)
  sessions.forgetAll()
  const { read } = db
  const down = () => {
    throw new AppError('unavailable', 'The database cannot be reached.', { cause: new Error('connect ECONNREFUSED') })
  }
  Object.defineProperty(db, 'read', { configurable: true, value: new Proxy({}, { get: down }) })
  const during = await validate(office.ada)
  Object.defineProperty(db, 'read', { configurable: true, value: read })
  expect(during).toMatchObject({ statusCode: 503, body: { code: 'unavailable' } })
  expect(during.body).not.toHaveProperty('cause')
  expect((await validate(office.ada)).statusCode).toBe(200)
})

test('sign-in and profile are closed to people without a session', async () => {
  for (const [method, url] of [
    [get, '/api/profile/sessions'],
    [get, '/api/auth/validate'],
    [del, '/api/profile/sessions'],
    [put, '/api/profile'],
  ] as const) {
    expect((await method(office.app, null, url)).statusCode).toBe(401)
  }
})
