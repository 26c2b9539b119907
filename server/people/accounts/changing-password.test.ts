import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { changePassword as changeOwnPassword, confirmPassword } from '../sign-in/password.ts'
import { countFailure, type ThrottleKey } from '../sign-in/throttle.ts'
import { get, post } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { CAST_PASSWORD, type Person } from '../../testing/cast.ts'
import { hashPassword } from './passwords.ts'

const office = await officeOfFile()

const NEW_PASSWORD = 'tractor-violin-92'

async function signIn(username: string, password: string) {
  const res = await post(office.app, null, '/api/auth/login', { username, password })
  const person: Person = { id: res.body.user?.id, username, token: res.body.token }
  return { statusCode: res.statusCode, person }
}

function changePassword(currentPassword: string, newPassword: string, person: Person = office.ada) {
  return post(office.app, person, '/api/profile/change-password', { currentPassword, newPassword })
}

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
  const [row] = await db.read.selectFrom('idempotency_keys').selectAll().execute()
  const plain = createHash('sha256').update(JSON.stringify(passwords)).digest('base64url')
  expect(row!.fingerprint).not.toBe(plain)
})

test('of two changes at once, made in two processes, the later one finds its current password wrong', async () => {
  const { services, ada } = office
  const actor = (await services.sessions.find(ada.token))!
  const password_hash = await hashPassword(NEW_PASSWORD, services.config.passwordCost)
  const write: typeof services.db.write = async (work) => {
    // Another process commits a change while this one is hashing.
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
  const deps = { ...services, db: { ...services.db, write } }
  const late = changeOwnPassword(deps, actor, change)
  await expect(late).rejects.toMatchObject({ code: 'too-many-attempts' })
  clock.forward(3_600_001)
  await expect(confirmPassword(deps, actor, CAST_PASSWORD)).rejects.toMatchObject({ code: 'too-many-attempts' })
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
