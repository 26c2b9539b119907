import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { LEARNING_MS, localAi } from '../../testing/ai.ts'
import { get, post, testApp } from '../../testing/app.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { buildRequest } from '../../testing/build.ts'
import type { Ai } from '../host/ai.ts'
import { backgroundJobs } from '../../background.ts'

let office: Awaited<ReturnType<typeof testApp>>
let ai: Ai
const run = jobRunners()
beforeAll(async () => {
  ai = localAi()
  office = await testApp({ ai })
}, LEARNING_MS)
beforeEach(() => office.reset())
afterAll(() => office.close())

const work = () => run(office, backgroundJobs(office.services))
const begin = async (body: object) => {
  const res = await post(office.app, office.ben, '/api/ai/batches', body)
  expect(res.statusCode).toBe(201)
  return `/api/ai/batches/${res.body.id}`
}
const read = async (address: string) => (await get(office.app, office.ben, address)).body
const finished = (address: string) =>
  vi.waitFor(async () => expect((await read(address)).state).toBe('finished'), { timeout: 300_000, interval: 10 })

interface Item {
  itemId: number
  id: string
  suggested: object | null
  time: object | null
  decision: string | null
}
const itemsOf = async (address: string): Promise<Item[]> => (await read(`${address}/items`)).items

test('each batch has its own rows, in the order of the list, and its own work', async () => {
  const { db, ada } = office
  const low = [
    await buildRequest(db, { requesterId: ada.id, priority: 'low' }),
    await buildRequest(db, { requesterId: ada.id, priority: 'low' }),
  ]
  const high = await buildRequest(db, { requesterId: ada.id, priority: 'high' })
  const one = await begin({ filter: { priority: ['low'] }, kinds: ['classification', 'time'] })
  office.clock.forward(1000)
  const other = await begin({ filter: { priority: ['high'] } })
  expect((await read('/api/ai/batches')).map(({ id }: { id: string }) => `/api/ai/batches/${id}`)).toEqual([other, one])
  expect((await itemsOf(one)).map(({ id }) => id)).toEqual(low.toReversed().map(({ id }) => id))
  expect((await itemsOf(other)).map(({ id }) => id)).toEqual([high.id])

  await post(office.app, office.ben, `${one}/cancel`, {})
  work()
  await finished(other)
  expect(await itemsOf(other)).toMatchObject([{ suggested: expect.any(Object), time: null }])
  // The stopped batch had analyzed no row, so it has nothing to review.
  expect(await itemsOf(one)).toEqual([])
  expect(await read(one)).toMatchObject({ state: 'cancelled', total: 2, done: 0, undecided: 0 })
})

test('a processing time is estimated where it was asked for', async () => {
  const { db, ada } = office
  await buildRequest(db, { requesterId: ada.id })
  const address = await begin({ kinds: ['classification', 'time'] })
  work()
  await finished(address)
  expect(await itemsOf(address)).toMatchObject([{ time: { days: expect.any(Number) } }])
})

test('the estimate shown for review is stored with each request, decided or not, and its details show the same', async () => {
  const { app, db, ada, ben } = office
  for (let i = 0; i < 3; i++) await buildRequest(db, { requesterId: ada.id })
  const address = await begin({ kinds: ['classification', 'time'] })
  work()
  await finished(address)
  const items = await itemsOf(address)
  expect(items).toHaveLength(3)
  await post(app, ben, `${address}/decisions`, { items: [{ itemId: items[0]!.itemId, decision: 'accept' }] })
  for (const { id, time } of items) {
    const { days, ...shown } = time as { days: number; low: number; high: number; unit: string }
    const analysis = await read(`/api/ai/analyze-request/${id}`)
    expect(analysis.timeEstimate).toMatchObject({ estimatedDays: days, ...shown })
    const history: { action: string }[] = await read(`/api/requests/${id}/history`)
    expect(history.map(({ action }) => action)).toContain('analyzed')
  }
})

test('who sees only their own requests gets no figures of others from a batch’s estimate', async () => {
  const { app, db, ada, services } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  await finishedBatch()
  const all = (await get(app, ada, `/api/ai/analyze-request/${id}`)).body
  expect(all.timeEstimate.details).toBeDefined()
  await services.settings.change({ visibility: 'own' })
  services.sessions.forgetAll()
  const own = (await get(app, ada, `/api/ai/analyze-request/${id}`)).body
  await services.settings.change({ visibility: 'all' })
  expect(own.timeEstimate).toMatchObject({
    estimatedDays: all.timeEstimate.estimatedDays,
    factors: [],
    comparables: [],
  })
  expect(own.timeEstimate.details).toBeUndefined()
})

async function finishedBatch(): Promise<void> {
  const address = await begin({ kinds: ['classification', 'time'] })
  work()
  await finished(address)
}

test('a row without a suggestion yet, or of another batch, cannot be decided', async () => {
  const { app, db, ada, ben } = office
  await buildRequest(db, { requesterId: ada.id, priority: 'low' })
  await buildRequest(db, { requesterId: ada.id, priority: 'high' })
  const one = await begin({ filter: { priority: ['low'] } })
  const waiting = (await itemsOf(one))[0]!
  const decide = async (address: string, itemId: number) =>
    (await post(app, ben, `${address}/decisions`, { items: [{ itemId, decision: 'accept' }] })).body
  const refused = (itemId: number) => [{ itemId, ok: false, error: 'There is no such row.' }]
  expect(await decide(one, waiting.itemId)).toEqual(refused(waiting.itemId))
  const other = await begin({ filter: { priority: ['high'] } })
  work()
  await finished(other)
  const foreign = (await itemsOf(other))[0]!
  expect(await decide(one, foreign.itemId)).toEqual(refused(foreign.itemId))
  expect((await itemsOf(other))[0]!.decision).toBeNull()
})

test('the batches of several people take turns', async () => {
  const { app, db, ben, cleo } = office
  for (const person of [ben, ben, cleo]) expect((await post(app, person, '/api/ai/batches', {})).statusCode).toBe(201)
  const queued = db.read.selectFrom('jobs').select(['person_id', 'turn']).where('kind', '=', 'batch')
  expect(await queued.orderBy('id').execute()).toEqual([
    { person_id: ben.id, turn: 0 },
    { person_id: ben.id, turn: 1 },
    { person_id: cleo.id, turn: 0 },
  ])
})

test('the audit log names the person who started a batch', async () => {
  const address = await begin({})
  const id = address.slice(address.lastIndexOf('/') + 1)
  const log = await office.db.read.selectFrom('audit_log').select(['action', 'actor_id', 'target_id']).execute()
  expect(log).toEqual([{ action: 'ai.batch-started', actor_id: office.ben.id, target_id: id }])
})
