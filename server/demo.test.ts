import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedDemo } from '../seeds/demo.ts'
import { resolveDemoMode } from './demo.ts'
import { up } from './platform/database/migrations/0015-demo-accounts.ts'
import { get, post, testApp } from './testing/app.ts'
import { TEST_CONFIG } from './testing/config.ts'
import { buildRequest } from './testing/build.ts'
import { openTestDatabase } from './testing/database.ts'
import { emptyTables } from './testing/empty-tables.ts'

const PASSWORD = 'an-open-secret-9'
const ON = { demo: true, demoAsked: true }
const BY_DEFAULT = { demo: true, demoAsked: false }
const OFF = { demo: false, demoAsked: false }

let office: Awaited<ReturnType<typeof testApp>>
let isDemo: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
  isDemo = await testApp({ config: { demo: true } })
})
beforeEach(() => office.reset())
afterAll(async () => {
  await office.close()
  await isDemo.close()
})

/** Replaces the data with the demo office alone. */
async function becomeDemo({ db, clock }: typeof office) {
  await emptyTables(db)
  await seedDemo(db, clock, { ...TEST_CONFIG, demoPassword: PASSWORD })
}

const usernames = async ({ db }: typeof office) =>
  (await db.read.selectFrom('users').select('username').execute()).map(({ username }) => username)

test('outside the demo none of its accounts can sign in, whatever its password was', async () => {
  await becomeDemo(office)
  const names = await usernames(office)
  expect(names).toHaveLength(17)
  const unknown = await post(office.app, null, '/api/auth/login', { username: 'nobody-here', password: PASSWORD })
  for (const [i, username] of names.entries()) {
    const { statusCode, body } = await office.app
      .inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { username, password: PASSWORD },
        remoteAddress: `192.0.2.${i}`,
      })
      .then((res) => ({ statusCode: res.statusCode, body: res.json<unknown>() }))
    expect({ statusCode, body }, username).toEqual({ statusCode: 401, body: unknown.body })
  }
})

test('in the demo all of them can', async () => {
  await becomeDemo(isDemo)
  for (const username of await usernames(isDemo)) {
    const res = await post(isDemo.app, null, '/api/auth/login', { username, password: PASSWORD })
    expect(res.statusCode, username).toBe(200)
  }
})

test('outside the demo an open session of a demo account is invalid, and the account is not listed as a colleague', async () => {
  const { app, db, ada, cleo } = office
  expect((await get(app, ada, '/api/profile')).statusCode).toBe(200)
  await db.write((tx) => tx.updateTable('users').set({ is_demo: 1 }).where('id', '=', ada.id).execute())
  office.services.sessions.forgetAll()
  expect((await get(app, ada, '/api/profile')).statusCode).toBe(401)
  const { body } = await get(app, cleo, '/api/users')
  expect(body.map(({ id }: { id: string }) => id).sort()).toEqual(['user-ben', 'user-cleo', 'user-dan'])
})

test('a demo is created in an empty database and continues in its own', async () => {
  await emptyTables(office.db)
  expect(await resolveDemoMode(ON, office.db)).toEqual(ON)
  await becomeDemo(office)
  expect(await resolveDemoMode(ON, office.db)).toEqual(ON)
  expect(await resolveDemoMode(BY_DEFAULT, office.db)).toEqual(BY_DEFAULT)
})

test('data with real accounts or requests are no demo: asked for it is a mistake, by default it is off', async () => {
  const { db, ada } = office
  await expect(resolveDemoMode(ON, db)).rejects.toThrow(/^DEMO=on needs data of its own/)
  expect(await resolveDemoMode(BY_DEFAULT, db)).toEqual(OFF)
  await buildRequest(db, { requesterId: ada.id })
  const seeded = await seedDemo(db, office.clock, TEST_CONFIG)
  expect(seeded).toBe(false)
})

test('data of a demo alone are not used in earnest, with a real account beside them they are', async () => {
  await becomeDemo(office)
  await expect(resolveDemoMode(OFF, office.db)).rejects.toThrow(/^This data has only demo accounts/)
  await office.db.write((tx) => tx.updateTable('users').set({ is_demo: 0 }).where('username', '=', 'admin').execute())
  expect(await resolveDemoMode(OFF, office.db)).toEqual(OFF)
})

test('a database of an earlier version has its demo accounts marked, however they were renamed, and its weak rules dropped', async () => {
  const db = await openTestDatabase()
  await seedDemo(db, office.clock, TEST_CONFIG)
  const [first] = await db.read.selectFrom('users').selectAll().limit(1).execute()
  await db.write(async (tx) => {
    const at = office.clock().toISOString()
    // A demo account of a large office whose address was changed, and a real account, created after the seed.
    const made = { ...first!, email: 'me@office.example' }
    const older = new Date(office.clock().getTime() - 86_400_000).toISOString()
    const newcomers = [
      { ...made, id: 'hired', username: 'h', username_key: 'h', email_key: 'h', created_at: older },
      { ...made, id: 'real', username: 'r', username_key: 'r', email_key: 'r', created_at: at },
    ]
    await tx.insertInto('users').values(newcomers).execute()
    const rules = { passwordMinLength: '6', maxSessions: '100', timeZone: '"Asia/Tokyo"' }
    const rows = Object.entries(rules).map(([key, value]) => ({ key, value, updated_at: at }))
    await tx.insertInto('settings').values(rows).execute()
    await tx.schema.alterTable('users').dropColumn('is_demo').execute()
    // A migration is independent of the present table types.
    await up(tx as unknown as Kysely<unknown>, db.engine)
  })
  const real = await db.read.selectFrom('users').select('id').where('is_demo', '=', 0).execute()
  expect(real).toEqual([{ id: 'real' }])
  const rules = await db.read.selectFrom('settings').select('key').execute()
  expect(rules).toEqual([{ key: 'timeZone' }])
  await db.close()
})
