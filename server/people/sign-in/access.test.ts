import { expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { del, get, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { signInsTo } from '../../testing/sign-in.ts'
import { signToken } from './token.ts'

const office = await officeOfFile()
const { validate } = signInsTo(office)

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
