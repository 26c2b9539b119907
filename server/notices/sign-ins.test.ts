import { expect, test } from 'vitest'
import { get } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { record } from '../audit/service.ts'
import { scanSignIns } from './sign-ins.ts'

const office = await officeOfFile()
const DAY_MS = 86_400_000

/** Ada signs in so many days after the beginning. */
async function signIn(day: number, address: string | null, person = office.ada) {
  const at = () => new Date(Date.parse('2026-03-10T09:00:00.000Z') + day * DAY_MS)
  const about = { actorId: person.id, targetType: 'user', targetId: person.id, address }
  await office.db.write((tx) => record(tx, at, { ...about, action: 'session.started' }))
  office.clock.set(at().toISOString())
  await scanSignIns(office.services)
}
const addresses = async () =>
  (
    await office.db.read.selectFrom('notices').select(['person_id', 'details']).orderBy('at').orderBy('id').execute()
  ).map(({ person_id, details }) => [person_id, JSON.parse(details).address])

test('a sign-in from a network that the account was not used from rings, the first one does not', async () => {
  const { ada, ben } = office
  await signIn(0, '198.51.100.4')
  await signIn(1, '198.51.100.77')
  await signIn(2, '203.0.113.9')
  await signIn(3, '203.0.113.10')
  await signIn(4, '2001:db8:1:2::1')
  await signIn(5, '2001:db8:1:9::1')
  await signIn(5, '203.0.113.9', ben)
  await signIn(6, null)
  expect(await addresses()).toEqual([
    [ada.id, '203.0.113.9'],
    [ada.id, '2001:db8:1:2::1'],
  ])
})

test('a network is forgotten after 90 days without a sign-in from it', async () => {
  await signIn(0, '198.51.100.4')
  await signIn(1, '203.0.113.9')
  await signIn(89, '198.51.100.4')
  await signIn(92, '203.0.113.9')
  expect((await addresses()).map(([, address]) => address)).toEqual(['203.0.113.9', '203.0.113.9'])
})

test('it says where from, to the account alone', async () => {
  const { app, ada, dan } = office
  await signIn(0, '198.51.100.4')
  await signIn(0, '203.0.113.9')
  expect((await get(app, ada, '/api/notices')).body.notices).toMatchObject([
    { code: 'sign-in', reasons: [{ code: 'account' }], requestId: null, values: { address: '203.0.113.9' } },
  ])
  expect((await get(app, dan, '/api/notices')).body.total).toBe(0)
})
