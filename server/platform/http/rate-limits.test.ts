import { afterEach, beforeEach, expect, test } from 'vitest'
import { FAIR_USE } from '../../../shared/fair-use.ts'
import { get, post, put, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'

// A new app for each test: buckets live as long as the app.
let office: Awaited<ReturnType<typeof testApp>>
beforeEach(async () => {
  office = await testApp({ config: { rateLimits: true } })
})
afterEach(() => office.close())

const { writes, aiCalls } = FAIR_USE

/** Repeats a call and counts the status codes. */
async function countAnswers(times: number, call: () => Promise<{ statusCode: number }>) {
  const counts: Record<number, number> = {}
  for (let i = 0; i < times; i++) {
    const { statusCode } = await call()
    counts[statusCode] = (counts[statusCode] ?? 0) + 1
  }
  return counts
}

test('past a burst of 300 a person’s writes are refused with a sentence, 20 a second come through, and others notice nothing', async () => {
  const { app, db, clock, ada, dan } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  // A call counts whatever its outcome.
  const comment = () => post(app, ada, `/api/requests/${id}/comments`, {})
  expect(await countAnswers(writes.burst + 10, comment)).toEqual({ 400: writes.burst, 429: 10 })
  expect(await comment()).toMatchObject({
    statusCode: 429,
    headers: { 'retry-after': '1', 'cache-control': 'no-store' },
    body: {
      code: 'too-many-calls',
      error: 'You have sent too many changes in a short time. Please try again in 1 second.',
    },
  })
  const others = { comment: 'I am somebody else.' }
  expect((await post(app, dan, `/api/requests/${id}/comments`, others)).statusCode).toBe(201)
  expect((await get(app, ada, `/api/requests/${id}`)).statusCode).toBe(200)
  clock.forward(1000)
  expect(await countAnswers(25, comment)).toEqual({ 400: writes.perSecond, 429: 5 })
})

test('AI calls have a bucket of their own', async () => {
  const { app, ada } = office
  const draft = { title: 'Manifest upload fails', description: 'It stops at the second page.' }
  const classify = () => post(app, ada, '/api/ai/classify-request', draft)
  // This test has no reachable engine.
  expect(await countAnswers(aiCalls.burst + 5, classify)).toEqual({ 503: aiCalls.burst, 429: 5 })
  expect((await classify()).body.error).toBe(
    'You have asked the AI too often in a short time. Please try again in 1 second.',
  )
  for (const path of [
    '/api/ai/similar',
    '/api/ai/predict-time',
    '/api/ai/user-assistant',
    '/api/ai/batches',
    '/api/ai/train',
  ]) {
    expect((await post(app, ada, path, {})).statusCode, path).toBe(429)
  }
  expect((await put(app, ada, '/api/profile', {})).statusCode).toBe(400)
})

test('downloads that are recorded count as writes, and their refusal speaks of files', async () => {
  const { app, ada } = office
  const fetchOne = () => get(app, ada, '/api/requests/RFD-9/pdf')
  expect(await countAnswers(writes.burst + 3, fetchOne)).toEqual({ 404: writes.burst, 429: 3 })
  expect((await fetchOne()).body.error).toBe(
    'You have downloaded too many files in a short time. Please try again in 1 second.',
  )
})

test('a call over the limit is refused before its body is read, and only for signed-in callers', async () => {
  const { app, ada, dan } = office
  expect(await countAnswers(writes.burst, () => post(app, ada, '/api/requests', 'no JSON'))).toEqual({
    400: writes.burst,
  })
  expect((await post(app, ada, '/api/requests', 'no JSON')).statusCode).toBe(429)
  expect((await post(app, dan, '/api/requests', 'no JSON')).statusCode).toBe(400)
  const stranger = { ...ada, token: `${ada.token.slice(0, -2)}xx` }
  expect((await post(app, stranger, '/api/requests', 'no JSON')).statusCode).toBe(401)
  expect((await post(app, ada, '/api/nowhere', {})).statusCode).toBe(404)
})

test('a stored share counts from the next call on', async () => {
  const { app, services, ada } = office
  const edit = () => put(app, ada, '/api/profile', {})
  await edit()
  await services.settings.change({ fairUse: { ...FAIR_USE, writes: { burst: 100, perSecond: 5 } } })
  expect(await countAnswers(110, edit)).toEqual({ 400: 100, 429: 10 })
})

test('RATE_LIMITS=off lifts them', async () => {
  const unlimited = await testApp({ config: { rateLimits: false } })
  const edit = () => put(unlimited.app, unlimited.ada, '/api/profile', {})
  expect(await countAnswers(writes.burst + 50, edit)).toEqual({ 400: writes.burst + 50 })
  await unlimited.close()
})
