import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildToken, buildUser } from '../testing/session.ts'
import { forgetAnswersOfOthers, queryClient, refresh, refetchActive } from './query.ts'
import { endSession, startSession } from './session.ts'

const LIST = '/api/requests?search=bond'

/** The page's calls; the test decides when each is answered. */
const calls: { path: string; isAborted: () => boolean; answer: (status: string) => void }[] = []
const stops: (() => void)[] = []

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    (address: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
        calls.push({
          path: new URL(address).pathname + new URL(address).search,
          isAborted: () => signal?.aborted ?? false,
          answer: (status) => resolve(Response.json({ status })),
        })
      }),
  )
})
afterEach(() => {
  stops.splice(0).forEach((stop) => stop())
  calls.length = 0
  queryClient.clear()
  endSession(null)
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Subscribes to the list, as a mounted screen does. */
function open(path = LIST): { leave: () => void } {
  const leave = new QueryObserver(queryClient, { queryKey: [path] }).subscribe(() => {})
  stops.push(leave)
  return { leave }
}
const shown = () => queryClient.getQueryData([LIST])
/** Waits for the n-th call, counted from 0. */
const call = (number: number) =>
  vi.waitFor(() => calls[number] ?? expect.fail(`${calls.length} calls so far`), { timeout: 300_000 })

test('a list requested before a change and not answered yet is requested again', async () => {
  open()
  const before = await call(0)
  const refreshed = refresh('/api/requests')
  const after = await call(1)
  expect(before.isAborted()).toBe(true)
  after.answer('cancelled')
  before.answer('pending')
  await refreshed
  expect(shown()).toEqual({ status: 'cancelled' })
  expect(calls).toHaveLength(2)
})

test('a prefetch in flight is sent again too, and its caller gets the new answer', async () => {
  const waited = queryClient.fetchQuery({ queryKey: [LIST] })
  await call(0)
  const refreshed = refetchActive('/api/requests')
  // `refetchActive` removes inactive queries, which rejects their pending fetch.
  await expect(waited).rejects.toThrow()
  await refreshed
  const again = queryClient.fetchQuery({ queryKey: [LIST] })
  await call(1)
  const twice = refresh('/api/requests')
  const last = await call(2)
  last.answer('cancelled')
  await expect(again).resolves.toEqual({ status: 'cancelled' })
  await twice
  expect(shown()).toEqual({ status: 'cancelled' })
})

test('a first fetch from another address is not restarted', async () => {
  open()
  const first = await call(0)
  await refresh('/api/dashboard')
  first.answer('pending')
  await vi.waitFor(() => expect(shown()).toEqual({ status: 'pending' }))
  expect(calls).toHaveLength(1)
})

test('a list that is left during a refetch is fetched when it is opened again', async () => {
  const list = open()
  const first = await call(0)
  first.answer('pending')
  await vi.waitFor(() => expect(shown()).toEqual({ status: 'pending' }))
  void refresh('/api/requests')
  await call(1)
  list.leave()
  open()
  const back = await call(2)
  back.answer('cancelled')
  await vi.waitFor(() => expect(shown()).toEqual({ status: 'cancelled' }))
})

test('a list that was read is shown again without a call', async () => {
  const list = open()
  const first = await call(0)
  first.answer('pending')
  await vi.waitFor(() => expect(shown()).toEqual({ status: 'pending' }))
  list.leave()
  open()
  open('/api/requests?limit=10')
  // The other list's call proves that a call of this one would have been seen.
  expect((await call(1)).path).toBe('/api/requests?limit=10')
  expect(calls).toHaveLength(2)
})

test('a change that failed is not retried in the name of the person who has signed in since', async () => {
  vi.useFakeTimers()
  const signIn = (id: string) => startSession({ token: buildToken(new Date()), user: buildUser({ id }) })
  signIn('ada')
  stops.push(forgetAnswersOfOthers())
  const send = vi.fn(async () => {
    signIn('ben')
    throw new Error('The server did not answer.')
  })
  const sent = queryClient.getMutationCache().build(queryClient, { mutationFn: send }).execute(undefined)
  const failed = expect(sent).rejects.toThrow('its author is no longer signed in')
  await vi.runAllTimersAsync()
  await failed
  expect(send).toHaveBeenCalledOnce()
})
