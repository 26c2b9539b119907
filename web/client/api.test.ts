import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiError } from './api-error.ts'
import { get, patch, post } from './api.ts'
import { buildQueryClient, readByKey } from './query.ts'
import { currentSession, endSession, lastSessionEnd, startSession, TOKEN_KEY } from './session.ts'
import { readDraft } from '../requests/drafts/draft-store.ts'
import { analysisOptions, classificationOptions } from '../ai/suggestions/api.ts'
import { buildToken, buildUser } from '../testing/session.ts'

const fetched = vi.fn<typeof fetch>()
const token = buildToken(new Date())

function answers(status: number, body: string, headers: Record<string, string> = {}) {
  fetched.mockImplementation(async () => new Response(body, { status, headers }))
}
function sent(call = 0) {
  const [address, init] = fetched.mock.calls[call] ?? []
  return { address: String(address), init: init ?? {}, headers: new Headers(init?.headers) }
}
async function failure(promise: Promise<unknown>): Promise<ApiError> {
  return promise.then(
    () => expect.unreachable('the call should fail'),
    (error: ApiError) => error,
  )
}

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  startSession({ token, user: buildUser() })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  endSession(null)
  localStorage.clear()
})

test('a relative path gets the page’s origin, the token and the cookies, and no content type without a body', async () => {
  answers(200, '{"ok":true}')
  expect(await get('/api/requests?limit=10')).toEqual({ ok: true })
  expect(sent().address).toBe(`${window.location.origin}/api/requests?limit=10`)
  expect(sent().headers.get('Authorization')).toBe(`Bearer ${token}`)
  expect(sent().headers.has('Content-Type')).toBe(false)
  expect(sent().init).toMatchObject({ method: 'GET', credentials: 'include', keepalive: false })
})

test('a body is sent as JSON, and a POST with one asks to be kept alive', async () => {
  answers(201, '{}')
  await post('/api/requests', { title: 'A' })
  await patch('/api/requests/1', { title: 'B' })
  expect(sent(0).headers.get('Content-Type')).toBe('application/json')
  expect(sent(0).init).toMatchObject({ body: '{"title":"A"}', keepalive: true })
  expect(sent(1).init.keepalive).toBe(false)
})

test('a POST too large for keepalive goes without it instead of failing', async () => {
  answers(201, '{}')
  await post('/api/requests', { description: 'é'.repeat(20_000) })
  expect(sent().init.keepalive).toBe(false)
})

test('an answer with an ETag is revalidated, and a 304 gives the cached answer', async () => {
  answers(200, '{"total":1}', { ETag: 'W/"one"' })
  const first = await get('/api/requests?limit=10')
  fetched.mockImplementation(async () => new Response(null, { status: 304 }))
  expect(await get('/api/requests?limit=10')).toBe(first)
  answers(200, '{"total":2}', { ETag: 'W/"two"' })
  expect(await get('/api/requests?limit=10')).toEqual({ total: 2 })
  await get('/api/requests?limit=10&page=2')
  expect([0, 1, 2, 3].map((call) => sent(call).headers.get('If-None-Match'))).toEqual([
    null,
    'W/"one"',
    'W/"one"',
    null,
  ])
})

test('an ETag is sent only by the session that received it', async () => {
  answers(200, '{"total":1}', { ETag: 'W/"one"' })
  await get('/api/users')
  startSession({ token: buildToken(new Date(0)), user: buildUser() })
  await get('/api/users')
  expect(sent(1).headers.has('If-None-Match')).toBe(false)
})

test('without a session there is no authorization header', async () => {
  endSession(null)
  answers(200, '{}')
  await post('/api/auth/login', { username: 'ada' })
  expect(sent().headers.has('Authorization')).toBe(false)
})

test('retries of one attempt carry the same key, another attempt another one', async () => {
  answers(201, '{}')
  const attempt = {}
  await post('/api/requests', {}, { attempt })
  await post('/api/requests', {}, { attempt })
  await post('/api/requests', {}, { attempt: {} })
  await post('/api/requests', {})
  const keys = [0, 1, 2, 3].map((call) => sent(call).headers.get('Idempotency-Key'))
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
})

test('a retried mutation sends the key of its first try', async () => {
  vi.useFakeTimers()
  answers(503, '{"error":"Busy"}')
  const client = buildQueryClient()
  const mutation = client.getMutationCache().build(client, {
    mutationFn: (_variables: undefined, attempt) => post('/api/requests', {}, { attempt }),
  })
  const done = failure(mutation.execute(undefined))
  await vi.runAllTimersAsync()
  expect((await done).status).toBe(503)
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(sent(1).headers.get('Idempotency-Key')).toBe(sent(0).headers.get('Idempotency-Key'))
})

/** Calls wait until they are aborted. */
function neverAnswers() {
  vi.useFakeTimers()
  fetched.mockImplementation(
    (_address, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
      }),
  )
}

test('a call is aborted after 15 seconds', async () => {
  neverAnswers()
  const failed = failure(get('/api/slow'))
  await vi.advanceTimersByTimeAsync(14_999)
  expect(sent().init.signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  const { name, message } = await failed
  expect(name).toBe('AbortError')
  expect(message).toBe('The server did not answer within 15 seconds. Please try again.')
})

test.each([
  [90_000, '90 seconds'],
  [120_000, '2 minutes'],
  [600_000, '10 minutes'],
])('a call with %i milliseconds of time reports that they are over', async (timeoutMs, limit) => {
  neverAnswers()
  const failed = failure(get('/api/large', { timeoutMs }))
  await vi.advanceTimersByTimeAsync(timeoutMs)
  expect((await failed).message).toBe(`The server did not answer within ${limit}. Please try again.`)
})

test('a lost connection is reported with our own message, not the browser’s', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  expect((await failure(get('/api/x'))).message).toBe(
    'The server cannot be reached. Check your connection and try again.',
  )
})

test('an answer that is not JSON is reported with our own message too', async () => {
  answers(200, '<html>Sign in to the guest network</html>')
  expect((await failure(get('/api/x'))).message).toBe(
    'Something other than the server answered. Check your connection and try again.',
  )
})

test('a call that its caller aborts rejects with the caller’s reason', async () => {
  fetched.mockImplementation(async (_address, init) => {
    throw init?.signal?.reason
  })
  const reason = new Error('not wanted any more')
  expect(await failure(get('/api/x', { signal: AbortSignal.abort(reason) }))).toBe(reason)
})

test('a 401 ends the session, keeps the drafts and remembers why', async () => {
  localStorage.setItem('rfd.draft.ada.comment', '{"value":"half a sentence","savedAt":1}')
  answers(401, '{"error":"Please sign in"}')
  await failure(get('/api/requests'))
  expect(currentSession()).toBeNull()
  expect(lastSessionEnd()).toBe('expired')
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
  startSession({ token, user: buildUser() })
  expect(readDraft('comment')?.value).toBe('half a sentence')
})

test.each([
  ['belonged to an earlier session', () => {}],
  ['was sent before the sign-in', () => endSession(null)],
])('a 401 of a call that %s leaves the new session alone', async (_, prepare) => {
  prepare()
  const newer = buildToken(new Date(Date.now() - 60_000))
  fetched.mockImplementation(async () => {
    startSession({ token: newer, user: buildUser() })
    return new Response('{}', { status: 401 })
  })
  await failure(get('/api/requests'))
  expect(currentSession()?.token).toBe(newer)
})

test('the default query function joins the key with slashes and throws on 401', async () => {
  answers(200, '[]')
  await new QueryClient().fetchQuery({ queryKey: ['/api/requests', '7', 'comments'], queryFn: readByKey() })
  expect(sent().address).toMatch(/\/api\/requests\/7\/comments$/)
  answers(401, '{"error":"no"}')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  expect((await failure(client.fetchQuery({ queryKey: ['/api/x'], queryFn: readByKey() }))).status).toBe(401)
})

test('the query function can return null on 401 instead', async () => {
  answers(401, '{"error":"no"}')
  const value = await new QueryClient().fetchQuery({ queryKey: ['/api/x'], queryFn: readByKey({ on401: 'null' }) })
  expect(value).toBeNull()
  expect(currentSession()).not.toBeNull()
})

test('a query is tried three times, a refused one once', async () => {
  vi.useFakeTimers()
  const client = buildQueryClient()
  const read = (address: string) =>
    client.fetchQuery({ queryKey: [address], retry: client.getDefaultOptions().queries?.retry })
  answers(500, '{"error":"down"}')
  const down = failure(read('/api/down'))
  await vi.runAllTimersAsync()
  await down
  expect(fetched).toHaveBeenCalledTimes(3)
  fetched.mockClear()
  answers(403, '{"error":"no"}')
  const refused = failure(read('/api/refused'))
  await vi.runAllTimersAsync()
  await refused
  expect(fetched).toHaveBeenCalledTimes(1)
})

test.each([
  ['an analysis', analysisOptions('x')],
  ['a classification', classificationOptions('x')],
])('%s is asked for twice, and once if it is refused', async (_what, { queryKey, retry }) => {
  vi.useFakeTimers()
  const client = buildQueryClient()
  for (const [status, calls] of [
    [500, 2],
    [404, 1],
  ] as const) {
    fetched.mockClear()
    answers(status, '{"error":"no"}')
    const read = failure(client.fetchQuery({ queryKey: [...queryKey, status], retry }))
    await vi.runAllTimersAsync()
    await read
    expect(fetched).toHaveBeenCalledTimes(calls)
  }
})

// `query.test.ts` tests that a mount refetches only invalidated queries.
test('freshness and retries are the specification’s', () => {
  expect(buildQueryClient().getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 900_000,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: true,
    networkMode: 'online',
  })
})
