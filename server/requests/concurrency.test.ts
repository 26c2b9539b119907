import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { get, patch, post, put, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { verifyCounters } from './counters/rebuild.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
beforeEach(() => office.reset())
// The counters must be right after any concurrent changes.
afterEach(async () => expect(await verifyCounters(office.db.read, 'UTC')).toEqual([]))
afterAll(() => office.close())

const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

test('fifty requests submitted at once get fifty numbers', async () => {
  const { app, ada } = office
  const draft = { description: 'At once.', department: 'data', priority: 'low', dueDate: '2026-05-01' }
  const all = await times(50, (i) => post(app, ada, '/api/requests', { ...draft, title: `Request ${i}` }))
  expect(all.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(201))
  expect(new Set(all.map(({ body }) => body.requestId)).size).toBe(50)
  expect((await get(app, ada, '/api/requests')).body.total).toBe(50)
})

test('of ten cancels at once one succeeds and nine find it cancelled', async () => {
  const { app, db, ada, ben } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const all = await times(10, (i) => put(app, i % 2 ? ada : ben, `/api/requests/${id}/cancel`))
  expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)])
  const history = (await get(app, ben, `/api/requests/${id}/history`)).body
  expect(history.filter((entry: { action: string }) => entry.action === 'cancelled')).toHaveLength(1)
})

test('of two concurrent edits of one version one is refused with the other’s change', async () => {
  const { app, db, ada, ben, cleo } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const all = await times(2, (i) =>
    patch(app, i ? ben : cleo, `/api/requests/${id}`, { title: `Title ${i}`, version: 1 }),
  )
  const won = all.find(({ statusCode }) => statusCode === 200)
  const lost = all.find(({ statusCode }) => statusCode === 409)
  expect(lost?.body).toMatchObject({ code: 'stale-version', current: { title: won?.body.title, version: 2 } })
})

test('concurrent edits without a version all succeed, one version each', async () => {
  const { app, db, ada, ben } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const all = await times(12, (i) => patch(app, ben, `/api/requests/${id}`, { title: `Title ${i}` }))
  expect(all.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i + 2))
})

test('of a concurrent cancellation and completion exactly one succeeds', async () => {
  const { app, db, ada, ben } = office
  for (let round = 0; round < 5; round++) {
    const { id } = await buildRequest(db, { requesterId: ada.id, status: 'in_progress' })
    const [cancelled, completed] = await Promise.all([
      put(app, ada, `/api/requests/${id}/cancel`),
      patch(app, ben, `/api/requests/${id}`, { status: 'completed' }),
    ])
    expect([cancelled.statusCode, completed.statusCode].sort()).toEqual([200, 409])
  }
})
