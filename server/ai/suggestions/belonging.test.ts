import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LEARNING_MS, localAi } from '../../testing/ai.ts'
import { get, post, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>
let ai: ReturnType<typeof localAi>
beforeAll(async () => {
  ai = localAi()
  office = await testApp({ ai })
}, LEARNING_MS)
beforeEach(() => office.reset())
afterAll(() => office.close())

const MANIFESTS = { title: 'Send the manifest to the port operator', description: 'Over SFTP, every night.' }
const LICENCES = { title: 'Print the licence number larger', description: 'Officers cannot read it at the gate.' }
const decisions = [{ field: 'priority', outcome: 'accepted' }]

async function classify(person: typeof office.ada, body: object): Promise<string> {
  const res = await post(office.app, person, '/api/ai/classify-request', body)
  expect(res.statusCode).toBe(200)
  return res.body.suggestionId
}
const judge = (person: typeof office.ada, body: object) =>
  post(office.app, person, '/api/ai/feedback', { decisions, ...body })

test('each request has its own analysis, the newest one', async () => {
  const { app, db, ada } = office
  const [one, other] = [
    await buildRequest(db, { requesterId: ada.id, ...MANIFESTS }),
    await buildRequest(db, { requesterId: ada.id, ...LICENCES, priority: 'critical' }),
  ]
  const predict = async ({ id, title, description }: typeof one, days: number) => {
    office.clock.forward(days * 60_000)
    const body = { title, description, priority: 'low', department: 'it', requestId: id }
    return (await post(app, ada, '/api/ai/predict-time', body)).body
  }
  const stored = async ({ id }: typeof one) => (await get(app, ada, `/api/ai/analyze-request/${id}`)).body
  const first = await predict(one, 1)
  expect(await stored(other)).toBeNull()
  const second = await predict(other, 1)
  expect([await stored(one), await stored(other)]).toEqual([first, second])
  const newest = await predict(one, 1)
  expect(newest.analysisTimestamp).not.toBe(first.analysisTimestamp)
  expect(await stored(one)).toEqual(newest)
})

test('classifying one request says nothing about another', async () => {
  const { db, ada } = office
  const one = await buildRequest(db, { requesterId: ada.id, ...MANIFESTS })
  const other = await buildRequest(db, { requesterId: ada.id, ...LICENCES })
  await classify(ada, { ...MANIFESTS, requestId: one.id })
  const rows = await db.read.selectFrom('requests').select(['id', 'classified_at']).orderBy('number').execute()
  expect(rows).toEqual([
    { id: one.id, classified_at: office.clock().toISOString() },
    { id: other.id, classified_at: null },
  ])
  expect((await get(office.app, ada, `/api/ai/classification/${other.id}`)).body).toBeNull()
})

test('a draft’s suggestion belongs to the request it became: an editor may judge it for that one only', async () => {
  const { db, ada, ben, dan } = office
  const request = await buildRequest(db, { requesterId: ada.id, ...MANIFESTS })
  const other = await buildRequest(db, { requesterId: ada.id, ...LICENCES })
  const suggestionId = await classify(ada, MANIFESTS)
  expect((await judge(ben, { suggestionId })).statusCode).toBe(404)
  expect((await judge(ada, { suggestionId, requestId: request.id })).statusCode).toBe(204)
  expect((await judge(ben, { suggestionId, requestId: request.id })).statusCode).toBe(204)
  expect((await judge(dan, { suggestionId })).statusCode).toBe(403)
  expect(await judge(ada, { suggestionId, requestId: other.id })).toMatchObject({
    statusCode: 400,
    body: { details: [{ path: 'requestId', message: 'This suggestion belongs to another request.' }] },
  })
  const decisions = await db.read
    .selectFrom('suggestion_decisions')
    .select(['request_number', 'decided_by_id'])
    .execute()
  expect(decisions).toEqual([{ request_number: request.number, decided_by_id: ben.id }])
})

test('a type is only decided by a decision about the type', async () => {
  const { db, ada } = office
  const { id } = await buildRequest(db, { requesterId: ada.id, ...MANIFESTS })
  const suggestionId = await classify(ada, { ...MANIFESTS, requestId: id })
  await judge(ada, { suggestionId })
  const isDecided = async () => (await db.read.selectFrom('classifications').select('is_decided').execute())[0]
  expect(await isDecided()).toEqual({ is_decided: 0 })
  await judge(ada, { suggestionId, decisions: [{ field: 'developmentType', outcome: 'rejected' }] })
  expect(await isDecided()).toEqual({ is_decided: 0 })
  await judge(ada, { suggestionId, decisions: [{ field: 'developmentType', outcome: 'accepted' }] })
  expect(await isDecided()).toEqual({ is_decided: 1 })
})

test('the number of similar requests is the requested limit, five by default', async () => {
  const { app, db, ada } = office
  const all = []
  for (let i = 0; i < 7; i++) all.push(await buildRequest(db, { requesterId: ada.id, ...MANIFESTS }))
  ai.index(all)
  const find = async (limit?: number) =>
    (await post(app, ada, '/api/ai/similar', { ...MANIFESTS, limit })).body.requests
  expect(await find(2)).toHaveLength(2)
  expect(await find()).toHaveLength(5)
})

test('feedback has each field at most once, and at least one field', async () => {
  const { db, ada } = office
  const suggestionId = await classify(ada, MANIFESTS)
  const accepted = (field: string) => ({ field, outcome: 'accepted' })
  for (const made of [[], [accepted('priority'), accepted('priority')], [{ ...accepted('priority'), value: 'high' }]]) {
    expect((await judge(ada, { suggestionId, decisions: made })).statusCode).toBe(400)
  }
  expect(await db.read.selectFrom('suggestion_decisions').select('id').execute()).toEqual([])
})
