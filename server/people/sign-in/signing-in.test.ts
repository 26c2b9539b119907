import { expect, test, vi } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import { verify } from '../../audit/verify.ts'
import { get, post, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { CAST_PASSWORD } from '../../testing/cast.ts'
import { TEST_SEALER } from '../../testing/database.ts'
import { signInsTo } from '../../testing/sign-in.ts'

const office = await officeOfFile()
const { signIn, validate } = signInsTo(office)

test('signing in returns a token and the person, and the token authorises calls', async () => {
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
      dashboard: null,
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
    [{ username: 'x'.repeat(255), password: 'x' }, 'username', 'At most 254 characters'],
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

test('a long user agent is truncated', async () => {
  const { person } = await signIn('ada', CAST_PASSWORD, { 'user-agent': 'x'.repeat(1000) })
  const { body } = await get(office.app, person, '/api/profile/sessions')
  expect(body.find(({ current }: { current: boolean }) => current).userAgent).toHaveLength(300)
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

test('an old hash is recomputed at the current cost when its owner signs in', async () => {
  const stored = () =>
    office.db.read.selectFrom('users').select('password_hash').where('id', '=', 'user-ada').executeTakeFirstOrThrow()
  expect((await stored()).password_hash).toContain('$m=8,t=1,p=1$')
  office.services.config.passwordCost = { memory: 16, passes: 1, parallelism: 1 }
  expect((await signIn()).res.statusCode).toBe(200)
  expect((await stored()).password_hash).toContain('$m=16,t=1,p=1$')
  expect((await signIn()).res.statusCode).toBe(200)
  // The others have the same password and the same hash.
  const others = office.db.read.selectFrom('users').select('password_hash').where('id', '<>', 'user-ada')
  for (const { password_hash } of await others.execute()) expect(password_hash).toContain('$m=8,t=1,p=1$')
})

test('a sign-in is refused when the account was deactivated or its password changed during the check', async () => {
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
