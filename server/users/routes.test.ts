import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countFailure, type ThrottleKey } from '../sessions/throttle.ts'
import { get, post, put, testApp } from '../testing/app.ts'
import { CAST_PASSWORD, type Person } from '../testing/cast.ts'
import { hashPassword } from './passwords.ts'
import { changePassword as changeOwnPassword } from '../sessions/password.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
beforeEach(() => office.reset())
afterAll(() => office.close())

const change = { firstName: 'Adele', lastName: 'Quint', email: 'adele@office.example', department: 'Compliance' }
const NEW_PASSWORD = 'tractor-violin-92'

async function signIn(username: string, password: string) {
  const res = await post(office.app, null, '/api/auth/login', { username, password })
  const person: Person = { id: res.body.user?.id, username, token: res.body.token }
  return { statusCode: res.statusCode, person }
}

function changePassword(currentPassword: string, newPassword: string, person: Person = office.ada) {
  return post(office.app, person, '/api/profile/change-password', { currentPassword, newPassword })
}

test('people are listed by name, with nothing but what a menu needs', async () => {
  const { body } = await get(office.app, office.dan, '/api/users')
  expect(body).toEqual([
    { id: 'user-ada', firstName: 'Ada', lastName: 'Quint', role: 'user' },
    { id: 'user-ben', firstName: 'Ben', lastName: 'Marlow', role: 'manager' },
    { id: 'user-cleo', firstName: 'Cleo', lastName: 'Varga', role: 'admin' },
    { id: 'user-dan', firstName: 'Dan', lastName: 'Osei', role: 'user' },
  ])
})

test('people are in the order of their names as people read them, whatever their case and accents', async () => {
  const names = { 'user-ada': ['Zoë', 'Abel'], 'user-ben': ['Émile', 'Zola'], 'user-cleo': ['emil', 'Zola'] }
  for (const person of [office.ada, office.ben, office.cleo]) {
    const [firstName, lastName] = names[person.id as keyof typeof names]
    const renamed = { ...change, firstName, lastName }
    expect((await put(office.app, person, '/api/profile', renamed)).statusCode).toBe(200)
  }
  const { body } = await get(office.app, office.dan, '/api/users')
  expect(body.map((user: { firstName: string }) => user.firstName)).toEqual(['Dan', 'emil', 'Émile', 'Zoë'])
})

test('a deactivated account is not among the people', async () => {
  const at = '2026-03-10T09:00:00.000Z'
  await office.db.write((tx) =>
    tx.updateTable('users').set({ deactivated_at: at }).where('id', '=', 'user-ben').execute(),
  )
  const { body } = await get(office.app, office.ada, '/api/users')
  expect(body.map((user: { id: string }) => user.id)).toEqual(['user-ada', 'user-cleo', 'user-dan'])
})

test('an unchanged list of people is not sent again', async () => {
  const first = await get(office.app, office.ada, '/api/users')
  const etag = String(first.headers.etag)
  expect(first.headers['cache-control']).toBe('no-store')
  expect(await get(office.app, office.ada, '/api/users', { 'if-none-match': etag })).toMatchObject({
    statusCode: 304,
    body: '',
  })
  await put(office.app, office.ada, '/api/profile', change)
  const again = await get(office.app, office.ada, '/api/users', { 'if-none-match': etag })
  expect(again.statusCode).toBe(200)
  expect(again.headers.etag).not.toBe(etag)
})

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

test('a new address needs a sign-in of the last hour or the password, and is in the audit log', async () => {
  const { app, db, clock, ada } = office
  const save = (more: object = {}) => put(app, ada, '/api/profile', { ...change, ...more })
  const [email, later] = ['adele@office.example', 'later@office.example']
  clock.forward(3_599_999)
  expect((await save({ email })).statusCode).toBe(200)
  clock.forward(1)
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
  expect(entries.map(({ details }) => JSON.parse(details).email)).toEqual([
    { from: 'ada@office.example', to: email },
    undefined,
    { from: email, to: later },
  ])
})

test('guessing the password beside a new address is slowed down as it is beside a new password', async () => {
  const { app, clock, ada } = office
  clock.forward(3_600_000)
  const save = (currentPassword: string) =>
    put(app, ada, '/api/profile', { ...change, email: 'x@office.example', currentPassword })
  for (let i = 0; i < 5; i++) expect((await save('guess')).statusCode).toBe(400)
  expect((await save(CAST_PASSWORD)).statusCode).toBe(429)
})

test('every field of the profile is required and says so', async () => {
  const wrong = [
    [{ firstName: ' ' }, 'firstName', 'First name is required'],
    [{ lastName: '' }, 'lastName', 'Last name is required'],
    [{ department: undefined }, 'department', 'Department is required'],
    [{ email: 'adele@' }, 'email', 'Please enter a valid email address'],
    [{ email: undefined }, 'email', 'Please enter a valid email address'],
    [{ firstName: 'x'.repeat(101) }, 'firstName', 'At most 100 characters'],
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

test('a changed password opens the next session, and the old one does not', async () => {
  expect(await changePassword(CAST_PASSWORD, NEW_PASSWORD)).toMatchObject({ statusCode: 200 })
  expect((await signIn('ada', CAST_PASSWORD)).statusCode).toBe(401)
  expect((await signIn('ada', NEW_PASSWORD)).statusCode).toBe(200)
})

test('a changed password is that person’s alone', async () => {
  expect((await changePassword(CAST_PASSWORD, NEW_PASSWORD)).statusCode).toBe(200)
  expect((await signIn('ben', CAST_PASSWORD)).statusCode).toBe(200)
  expect((await changePassword(NEW_PASSWORD, 'another-violin-93', office.ben)).statusCode).toBe(400)
  expect((await changePassword(CAST_PASSWORD, 'another-violin-93', office.ben)).statusCode).toBe(200)
})

test('changing the password ends the person’s other sessions and keeps this one', async () => {
  const { person: elsewhere } = await signIn('ada', CAST_PASSWORD)
  expect((await get(office.app, elsewhere, '/api/profile')).statusCode).toBe(200)
  await changePassword(CAST_PASSWORD, NEW_PASSWORD)
  expect((await get(office.app, elsewhere, '/api/profile')).statusCode).toBe(401)
  expect((await get(office.app, office.ada, '/api/profile')).statusCode).toBe(200)
  expect((await get(office.app, office.ben, '/api/profile')).statusCode).toBe(200)
})

test('a change sent twice under one key is done once and refused by nothing; with other passwords the key is refused', async () => {
  const { app, db, ada } = office
  const change = (passwords: object, key = 'once') =>
    post(app, ada, '/api/profile/change-password', passwords, { 'idempotency-key': key })
  const passwords = { currentPassword: CAST_PASSWORD, newPassword: NEW_PASSWORD }
  const answers = await Promise.all([change(passwords), change(passwords)])
  for (const res of [...answers, await change(passwords)]) {
    expect(res).toMatchObject({ statusCode: 200, body: { message: 'Your password has been changed.' } })
  }
  const entries = await db.read
    .selectFrom('audit_log')
    .select('action')
    .where('action', '=', 'password.changed')
    .execute()
  expect(entries).toHaveLength(1)
  expect(await change({ ...passwords, newPassword: 'yet another one' })).toMatchObject({
    statusCode: 409,
    body: { code: 'key-reused' },
  })
  expect(await change(passwords, 'another')).toMatchObject({ statusCode: 400, body: { code: 'wrong-password' } })
  const [kept] = await db.read.selectFrom('idempotency_keys').selectAll().execute()
  const plain = createHash('sha256').update(JSON.stringify(passwords)).digest('base64url')
  expect(kept!.fingerprint).not.toBe(plain)
})

test('of two changes at once, made in two processes, the later one finds its current password wrong', async () => {
  const { services, ada } = office
  const actor = (await services.sessions.find(ada.token))!
  const password_hash = await hashPassword(NEW_PASSWORD, services.config.passwordCost)
  const write: typeof services.db.write = async (work) => {
    // The other process stores its change while this one is hashing.
    await services.db.write((tx) => tx.updateTable('users').set({ password_hash }).where('id', '=', ada.id).execute())
    return services.db.write(work)
  }
  const late = changeOwnPassword({ ...services, db: { ...services.db, write } }, actor, {
    currentPassword: CAST_PASSWORD,
    newPassword: 'orchard-signal-31',
  })
  await expect(late).rejects.toMatchObject({ code: 'wrong-password' })
  expect((await signIn('ada', NEW_PASSWORD)).statusCode).toBe(200)
})

test('a right guess waits, too, when it was guessed too often in another process meanwhile', async () => {
  const { services, ada, clock } = office
  const actor = (await services.sessions.find(ada.token))!
  const key: ThrottleKey = { kind: 'password', account: ada.id }
  const write: typeof services.db.write = async (work) => {
    for (let i = 0; i < 5; i++) await services.db.write((tx) => countFailure(tx, [key], clock()))
    return services.db.write(work)
  }
  const change = { currentPassword: CAST_PASSWORD, newPassword: NEW_PASSWORD }
  const late = changeOwnPassword({ ...services, db: { ...services.db, write } }, actor, change)
  await expect(late).rejects.toMatchObject({ code: 'too-many-attempts' })
  expect((await signIn('ada', CAST_PASSWORD)).statusCode).toBe(200)
})

test('a wrong current password is refused in words, and does not look like an ended session', async () => {
  const res = await changePassword('wrong', NEW_PASSWORD)
  expect(res).toMatchObject({
    statusCode: 400,
    body: {
      code: 'wrong-password',
      error: 'Current password is incorrect.',
      details: [{ path: 'currentPassword', message: 'Current password is incorrect.' }],
    },
  })
  expect((await signIn('ada', CAST_PASSWORD)).statusCode).toBe(200)
})

test('guessing the current password from an open session is slowed down, without locking the owner out', async () => {
  for (let i = 0; i < 5; i++) expect((await changePassword(`guess-${i}`, NEW_PASSWORD)).statusCode).toBe(400)
  const refused = await changePassword(CAST_PASSWORD, NEW_PASSWORD)
  expect(refused).toMatchObject({ statusCode: 429, body: { code: 'too-many-attempts' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await signIn('ada', CAST_PASSWORD)).statusCode).toBe(200)
})

test('a password below the floor or below the policy is too short, and the message has the number', async () => {
  expect(await changePassword(CAST_PASSWORD, 'hLk39xPq')).toMatchObject({
    statusCode: 400,
    body: { error: 'Password must be at least 15 characters long.', details: [{ path: 'newPassword' }] },
  })
  await office.services.settings.change({ passwordMinLength: 6 })
  expect(await changePassword(CAST_PASSWORD, 'hLk39')).toMatchObject({
    statusCode: 400,
    body: { error: 'Password must be at least 6 characters long.' },
  })
  expect((await changePassword(CAST_PASSWORD, 'hLk39x')).statusCode).toBe(200)
})

test('a common password, the own name and the present password are refused', async () => {
  await office.services.settings.change({ passwordMinLength: 6 })
  await office.db.write((tx) =>
    tx
      .updateTable('users')
      .set({ username: 'adaquint', username_key: 'adaquint' })
      .where('id', '=', 'user-ada')
      .execute(),
  )
  office.services.sessions.forgetAll()
  for (const [common, reason] of [
    ['P@ssw0rd2026!', 'is too easy to guess'],
    ['monkey123', 'is too easy to guess'],
    ['aaaaaaaa', 'repeats itself'],
    ['qwerty123456', 'follows a keyboard, alphabet or number sequence'],
    ['Customs2026', 'is based on words from this product'],
    ['AdaQuint', 'is based on your name, username or email address'],
    ['qq11ww22ee33rr44', 'is in a list of leaked passwords that attackers try'],
  ]) {
    expect(await changePassword(CAST_PASSWORD, common!), common).toMatchObject({
      statusCode: 400,
      body: { error: `This password ${reason}. Please choose another one.`, details: [{ path: 'newPassword' }] },
    })
  }
  expect(await changePassword(CAST_PASSWORD, CAST_PASSWORD)).toMatchObject({
    statusCode: 400,
    body: { error: 'The new password must differ from the current one.' },
  })
})

const LONG = Array.from({ length: 25 }, (_, i) => `${String.fromCodePoint(97 + i)} phrase`).join(' ')

test('long passwords and those in any script are welcome', async () => {
  for (const [before, after] of [
    [CAST_PASSWORD, LONG],
    [LONG, 'пароль длинный и хороший 🙂'],
  ] as const) {
    expect((await changePassword(before, after)).statusCode).toBe(200)
    expect((await signIn('ada', after)).statusCode).toBe(200)
  }
  expect(await changePassword('x', 'y'.repeat(257))).toMatchObject({
    statusCode: 400,
    body: { details: [{ path: 'newPassword', message: 'At most 256 characters' }] },
  })
})

test('the change of a password is in the audit log, and neither password is', async () => {
  await changePassword(CAST_PASSWORD, NEW_PASSWORD)
  const log = await office.db.read.selectFrom('audit_log').selectAll().execute()
  expect(log).toMatchObject([{ action: 'password.changed', actor_id: 'user-ada' }])
  expect(JSON.stringify(log)).not.toContain(NEW_PASSWORD)
})
