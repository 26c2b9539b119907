import { afterAll, beforeAll, expect, test } from 'vitest'
import { PERMISSIONS, type Permission } from '../../shared/permissions.ts'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { get, post, testApp } from '../testing/app.ts'
import { batchesOf } from '../testing/batches.ts'
import { buildRequest } from '../testing/build.ts'
import { jobRunners } from '../testing/jobs.ts'

/**
 * Figures computed from requests: Dan and Ben, who may do everything except see all of them, get those of their own
 * alone.
 */
let office: Awaited<ReturnType<typeof testApp>>
let hidden: { id: string; request_id: string }[]
const ai = localAi()
const run = jobRunners()
const text = { title: 'Quarantined orchids at the pier', description: 'The greenhouse must be told of each crate.' }

beforeAll(async () => {
  office = await testApp({ ai, policy: { visibility: 'own' } })
  const { db, ada, dan } = office
  const secret = { ...text, requesterId: ada.id, priority: 'critical', dueDate: '2026-01-02' } as const
  hidden = [await buildRequest(db, secret), await buildRequest(db, { ...secret, status: 'completed' })]
  const own = await buildRequest(db, { requesterId: dan.id, title: 'A lamp', description: 'For a desk.' })
  ai.index([...hidden.map(({ id }) => ({ id, ...text })), { id: own.id, title: 'A lamp', description: 'For a desk.' }])
  await allowManagers(BLIND)
}, LEARNING_MS)
afterAll(() => office.close())

const BLIND = PERMISSIONS.filter((one) => one !== 'requests.viewAll')
async function allowManagers(permissions: readonly Permission[]): Promise<void> {
  const change = { permissions: JSON.stringify(permissions) }
  await office.db.write((tx) => tx.updateTable('roles').set(change).where('id', '=', 'manager').execute())
  office.services.sessions.forgetAll()
}

function expectNothingHidden(body: unknown): void {
  for (const { id, request_id } of hidden) {
    expect(JSON.stringify(body)).not.toContain(id)
    expect(JSON.stringify(body)).not.toContain(request_id)
  }
}

test('similar requests are found among one’s own', async () => {
  const { app, ben, cleo, dan } = office
  const similar = async (person: typeof dan) => (await post(app, person, '/api/ai/similar', text)).body
  expect((await similar(cleo)).requests).toHaveLength(2)
  for (const person of [dan, ben]) expect(await similar(person)).toEqual({ ready: true, requests: [] })
})

test('the estimate of a draft is compared with one’s own requests', async () => {
  const { app, ben, cleo, dan } = office
  const draft = { ...text, priority: 'low', department: 'it' }
  const estimate = async (person: typeof dan) =>
    (await post(app, person, '/api/ai/predict-time', draft)).body.timeEstimate
  expect((await estimate(cleo)).comparables).toMatchObject([{ requestId: hidden[1]!.request_id }])
  for (const person of [dan, ben]) {
    const told = await estimate(person)
    expect(told.comparables).toEqual([])
    expect(JSON.stringify(told)).not.toContain('similar finished request took')
    expectNothingHidden(told)
  }
})

test('the processing time of a classified draft sums up one’s own requests', async () => {
  const { app, ben, cleo, dan } = office
  const factors = async (person: typeof dan) => {
    const { body } = await post(app, person, '/api/ai/classify-request', text)
    expectNothingHidden(person === cleo ? {} : body)
    return body.processingTime.factors.join(' ')
  }
  expect(await factors(cleo)).toContain('1 similar finished request took')
  for (const person of [dan, ben]) expect(await factors(person)).not.toContain('similar finished request')
})

test.each([
  ['count requests by department', /^3 requests/],
  ['how many critical requests are there', /^2 critical requests/],
  ['What is overdue and critical?', /^1 overdue critical request/],
  ['Which requests mention the greenhouse?', /^2 requests/],
])('the assistant counts one’s own: %s', async (message, whole) => {
  const { app, ben, cleo, dan } = office
  const ask = async (person: typeof dan) => (await post(app, person, '/api/ai/user-assistant', { message })).body
  expect((await ask(cleo)).response).toMatch(whole)
  for (const person of [dan, ben]) {
    const answer = await ask(person)
    expect(answer.response).not.toMatch(whole)
    expect(answer.response).not.toMatch(/\b[23] /)
    expectNothingHidden(answer)
  }
})

test('a search is not corrected to a word of an invisible request', async () => {
  const { app, ben, cleo, dan } = office
  const search = async (person: typeof dan) => (await get(app, person, '/api/requests?search=greenhuose')).body
  expect(await search(cleo)).toMatchObject({ total: 2 })
  for (const person of [dan, ben]) {
    const results = await search(person)
    expect(results).toMatchObject({ requests: [], total: 0 })
    expect(JSON.stringify(results)).not.toContain('greenhouse')
  }
})

test('a batch shows and counts only visible requests once its creator no longer sees all', async () => {
  const { app, db, ben } = office
  const { work, untilState, get1 } = batchesOf(office, ai, run)
  await allowManagers(PERMISSIONS)
  const { body: batch } = await post(app, ben, '/api/ai/batches', {})
  expect(batch.total).toBe(2)
  work()
  await untilState(batch.id, 'finished')
  const address = `/api/ai/batches/${batch.id}`
  const before = await get1(`${address}/items`)
  expect(before.total).toBe(2)
  expect(await get1(address)).toMatchObject({ total: 2, done: 2, undecided: 2 })
  await allowManagers(BLIND)
  const counted = { total: 0, done: 0, undecided: 0 }
  expect(await get1(address)).toMatchObject(counted)
  expect(await get1('/api/ai/batches')).toMatchObject([counted])
  // One of the two becomes visible again when it is assigned to Ben.
  await db.write((tx) =>
    tx.updateTable('requests').set({ assigned_to_id: ben.id }).where('id', '=', before.items[0].id).execute(),
  )
  expect(await get1(address)).toMatchObject({ total: 1, done: 1, undecided: 1 })
  await db.write((tx) => tx.updateTable('requests').set({ assigned_to_id: null }).execute())
  const none = { items: [], total: 0, counts: { differ: 0, agree: 0, sure: 0 } }
  expect(await get1(`${address}/items`)).toEqual(none)
  expect(await get1(`${address}/items?differs=true&decision=none`)).toEqual(none)
  const { body } = await post(app, ben, `${address}/decisions`, {
    items: [{ itemId: before.items[0].itemId, decision: 'accept' }],
  })
  expect(body).toMatchObject([{ ok: false }])
  expectNothingHidden(body)
})
