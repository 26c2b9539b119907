import { expect, test } from 'vitest'
import { get, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { CAST_PASSWORD } from '../../testing/cast.ts'

const office = await officeOfFile()

const change = { firstName: 'Adele', lastName: 'Quint', email: 'ada@office.example', department: 'Compliance' }

test('the profile is the person’s own, without anything secret', async () => {
  const { body } = await get(office.app, office.ada, '/api/profile')
  expect(body).toEqual({
    id: 'user-ada',
    username: 'ada',
    firstName: 'Ada',
    lastName: 'Quint',
    email: 'ada@office.example',
    department: 'Operations',
    role: 'user',
    roleName: 'User',
    createdAt: '2026-03-10T09:00:00.000Z',
    lastLogin: '2026-03-10T09:00:00.000Z',
  })
})

test('a changed profile shows at once, also in the session', async () => {
  await get(office.app, office.ada, '/api/auth/validate')
  const res = await put(office.app, office.ada, '/api/profile', { ...change, firstName: '  Adele ' })
  expect(res).toMatchObject({ statusCode: 200, body: { ...change, username: 'ada', role: 'user' } })
  expect((await get(office.app, office.ada, '/api/profile')).body).toEqual(res.body)
  expect((await get(office.app, office.ada, '/api/auth/validate')).body.user).toMatchObject(change)
  expect((await get(office.app, office.ben, '/api/profile')).body).toMatchObject({ firstName: 'Ben' })
})

test('a new address always needs the password, and is in the audit log', async () => {
  const { app, db, ada } = office
  const save = (more: object = {}) => put(app, ada, '/api/profile', { ...change, ...more })
  const [email, later] = ['ada@office.example', 'later@office.example']
  expect((await save({ email, firstName: 'Ada' })).statusCode).toBe(200)

  expect(await save({ email: later })).toMatchObject({
    statusCode: 403,
    body: {
      code: 'password-needed',
      error: 'Please enter your password to change your email address.',
      details: [{ path: 'currentPassword' }],
    },
  })
  expect(await save({ email: later, currentPassword: 'guess' })).toMatchObject({
    statusCode: 400,
    body: { code: 'wrong-password', details: [{ path: 'currentPassword' }] },
  })
  expect((await get(app, ada, '/api/profile')).body.email).toBe(email)
  const saved = await save({ email: later, currentPassword: CAST_PASSWORD })
  expect(saved).toMatchObject({ statusCode: 200, body: { email: later } })
  expect(JSON.stringify(saved.body)).not.toContain(CAST_PASSWORD)

  const entries = await db.read
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'profile.changed')
    .orderBy('id')
    .execute()
  expect(entries.map(({ details }) => JSON.parse(details).email)).toEqual([undefined, { from: email, to: later }])
})

test('guessing the password beside a new address is slowed down as it is beside a new password', async () => {
  const { app, clock, ada } = office
  clock.forward(3_600_000)
  const save = (currentPassword: string) =>
    put(app, ada, '/api/profile', { ...change, email: 'x@office.example', currentPassword })
  for (let i = 0; i < 5; i++) expect((await save('guess')).statusCode).toBe(400)
  expect((await save(CAST_PASSWORD)).statusCode).toBe(429)
})

test('the right password beside a new address makes earlier slips forgotten', async () => {
  const { app, clock, ada } = office
  clock.forward(3_600_000)
  const save = (currentPassword: string, email = 'x@office.example') =>
    put(app, ada, '/api/profile', { ...change, email, currentPassword })
  for (let i = 0; i < 4; i++) expect((await save('slip')).statusCode).toBe(400)
  expect((await save(CAST_PASSWORD)).statusCode).toBe(200)
  expect((await save('slip', 'y@office.example')).statusCode).toBe(400)
  expect((await save(CAST_PASSWORD, 'y@office.example')).statusCode).toBe(200)
})

test('every field of the profile is required and says so', async () => {
  const wrong = [
    [{ firstName: ' ' }, 'firstName', 'First name is required'],
    [{ lastName: '' }, 'lastName', 'Last name is required'],
    [{ department: undefined }, 'department', 'Department is required'],
    [{ email: 'adele@' }, 'email', 'Please enter a valid email address'],
    [{ email: undefined }, 'email', 'Email is required'],
    [{ email: ' ' }, 'email', 'Email is required'],
    [{ firstName: 'x'.repeat(101) }, 'firstName', 'At most 100 characters; this has 101'],
    [{ firstName: 7 }, 'firstName', 'This must be text'],
  ] as const
  for (const [part, path, message] of wrong) {
    expect(await put(office.app, office.ada, '/api/profile', { ...change, ...part })).toMatchObject({
      statusCode: 400,
      body: { code: 'bad-input', error: message, details: [{ path, message }] },
    })
  }
  expect((await get(office.app, office.ada, '/api/profile')).body.firstName).toBe('Ada')
})

test('nobody gives themselves a role, a username or an id through the profile', async () => {
  for (const extra of [
    { role: 'admin' },
    { username: 'root' },
    { id: 'user-cleo' },
    { permissions: ['team.manage'] },
  ]) {
    expect((await put(office.app, office.ada, '/api/profile', { ...change, ...extra })).statusCode).toBe(400)
  }
  expect((await get(office.app, office.ada, '/api/profile')).body).toMatchObject({ role: 'user', username: 'ada' })
})
