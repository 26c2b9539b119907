import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import type { App } from '../../platform/http/app.ts'
import { Settings } from '../../settings/service.ts'
import { del, get, post, put, testApp } from '../../testing/app.ts'
import { TEST_ENGINE } from '../../testing/database.ts'
import { buildRequest } from '../../testing/build.ts'
import { SessionCache } from './cache.ts'

/** Only where several processes can share one database. */
const shared = test.runIf(TEST_ENGINE !== 'sqlite')

let office: Awaited<ReturnType<typeof testApp>>
let other: App
beforeAll(async () => {
  office = await testApp()
})
beforeEach(async () => {
  await office.reset()
  await other?.close()
  // The second process shares nothing with the first but the database.
  const { services, db, clock, config } = { ...office, ...office.services }
  const settings = new Settings({ db, clock })
  const sessions = new SessionCache({ db, secretKey: config.secretKey, clock, settings })
  other = await buildApp({ ...services, settings, sessions })
})
afterAll(async () => {
  await other?.close()
  await office.close()
})

/** The responses of both processes to Ada's next call after a change. Both have just served one. */
async function nextCall(change: () => Promise<unknown>) {
  for (const app of [office.app, other]) expect((await get(app, office.ada, '/api/requests')).statusCode).toBe(200)
  await change()
  return Promise.all([office.app, other].map(async (app) => (await get(app, office.ada, '/api/requests')).statusCode))
}

shared('who signs out in one process is refused by the other with the next call', async () => {
  expect(await nextCall(() => post(office.app, office.ada, '/api/auth/logout'))).toEqual([401, 401])
})

shared('whose sessions are ended elsewhere is refused with the next call', async () => {
  expect(await nextCall(() => office.db.write((tx) => tx.deleteFrom('sessions').execute()))).toEqual([401, 401])
})

shared('who is deactivated in one process is refused by both with the next call', async () => {
  const deactivated_at = office.clock().toISOString()
  const ended = () =>
    office.db.write((tx) => tx.updateTable('users').set({ deactivated_at }).where('id', '=', office.ada.id).execute())
  expect(await nextCall(ended)).toEqual([401, 401])
})

shared('a permission taken away in one process is refused by the other with the next call', async () => {
  const { app, ada, cleo } = office
  const { id } = await buildRequest(office.db, { requesterId: ada.id })
  const say = () => post(other, ada, `/api/requests/${id}/comments`, { comment: 'Still here.' })
  expect((await say()).statusCode).toBe(201)
  await put(app, cleo, '/api/roles/user', { permissions: ['requests.create'], version: 1 })
  expect(await say()).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
})

shared('who is given another role elsewhere has its permissions with the next call', async () => {
  const { app, db, ben, cleo } = office
  expect((await get(other, ben, '/api/dashboard/stats')).statusCode).toBe(200)
  await db.write((tx) => tx.updateTable('users').set({ role_id: 'user' }).where('id', '=', ben.id).execute())
  expect((await get(other, ben, '/api/dashboard/stats')).statusCode).toBe(403)
  expect((await del(app, cleo, '/api/roles/manager')).statusCode).toBe(403)
})

shared('a stricter policy of one process holds in the other with the next call', async () => {
  const { ada, db, services } = office
  await buildRequest(db, { requesterId: office.ben.id })
  expect((await get(other, ada, '/api/requests')).body.total).toBe(1)
  await services.settings.change({ visibility: 'own' })
  expect((await get(other, ada, '/api/requests')).body.total).toBe(0)
})
