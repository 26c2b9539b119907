import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyTables } from '../../testing/empty-tables.ts'
import { post, testApp } from '../../testing/app.ts'
import { offerSetup } from './setup.ts'

let office: Awaited<ReturnType<typeof testApp>>
const dataDir = mkdtempSync(join(tmpdir(), 'rfd-setup-'))
beforeAll(async () => {
  office = await testApp({ config: { dataDir } })
})
beforeEach(() => emptyTables(office.db))
afterAll(async () => {
  await office.close()
  rmSync(dataDir, { recursive: true })
})

const first = {
  username: 'grace',
  firstName: 'Grace',
  lastName: 'Lind',
  email: 'grace@office.example',
  password: 'tractor-violin-92',
}
const open = (token: string) => post(office.app, null, '/api/setup/open', { token })
const setUp = (body: object) => post(office.app, null, '/api/setup', body)

test('the link creates one administrator, who can sign in', async () => {
  const token = await offerSetup({ dataDir })
  expect((await setUp({ ...first, token })).statusCode).toBe(201)
  const signedIn = await post(office.app, null, '/api/auth/login', { username: 'grace', password: first.password })
  expect(signedIn).toMatchObject({ statusCode: 200, body: { user: { role: 'admin' } } })
  expect(await setUp({ ...first, username: 'other', token })).toMatchObject({
    statusCode: 409,
    body: { code: 'already-set-up' },
  })
  expect(existsSync(join(dataDir, 'setup-token'))).toBe(false)
  const log = await office.db.read.selectFrom('audit_log').select(['action', 'actor_id', 'target_id']).execute()
  const { id } = signedIn.body.user
  expect(log[0]).toEqual({ action: 'user.created', actor_id: id, target_id: id })
})

test('the first username may contain vowel signs, like everybody’s', async () => {
  const token = await offerSetup({ dataDir })
  expect((await setUp({ ...first, username: 'हिन्दी', token })).statusCode).toBe(201)
})

test('whether the link still works is known before its form is filled', async () => {
  const old = await offerSetup({ dataDir })
  const token = await offerSetup({ dataDir })
  expect((await open(token)).body).toEqual({ open: true, passwordMinLength: 15 })
  for (const wrong of ['guess', old]) {
    const error = 'This link is no longer valid. Restart the server to get a new one.'
    expect(await open(wrong)).toMatchObject({ statusCode: 403, body: { code: 'not-allowed', error } })
  }
  expect((await setUp({ ...first, token })).statusCode).toBe(201)
  expect((await open(token)).body).toEqual({ open: false })
})

test('where no link was ever offered, none is good', async () => {
  rmSync(join(dataDir, 'setup-token'), { force: true })
  expect(await setUp({ ...first, token: 'guess' })).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
})

test('without the token of the last link no account is created', async () => {
  const old = await offerSetup({ dataDir })
  await offerSetup({ dataDir })
  for (const token of ['guess', old]) {
    expect(await setUp({ ...first, token })).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
  }
  expect(await office.db.read.selectFrom('users').selectAll().execute()).toEqual([])
})

test('the data folder keeps only the hash of the token, for its owner alone', async () => {
  const token = await offerSetup({ dataDir })
  const file = join(dataDir, 'setup-token')
  expect(readFileSync(file, 'utf8')).not.toContain(token)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('two who use the link at once get one administrator', async () => {
  const token = await offerSetup({ dataDir })
  const answers = await Promise.all(['grace', 'mallory'].map((username) => setUp({ ...first, username, token })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
})

test('the first password and every field are checked, and a role cannot be sent', async () => {
  const token = await offerSetup({ dataDir })
  const wrong = [
    [{ password: 'short' }, 'Password must be at least 15 characters long.'],
    [{ password: '' }, 'Password is required'],
    [{ password: 'hLk39xPq' }, 'Password must be at least 15 characters long.'],
    [{ password: 'administrator2026' }, 'This password is too easy to guess. Please choose another one.'],
    [{ username: 'two words' }, 'A username can only contain letters, digits and . _ @ -'],
    [{ password: 'x'.repeat(257) }, 'At most 256 characters'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'grace' }, 'Please enter a valid email address'],
    [{ role: 'user' }, 'role is not known here'],
  ] as const
  for (const [part, error] of wrong) {
    expect(await setUp({ ...first, token, ...part })).toMatchObject({ statusCode: 400, body: { error } })
  }
  expect(await office.db.read.selectFrom('users').selectAll().execute()).toEqual([])
})
