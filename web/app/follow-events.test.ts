import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isLive, onHint, pollEvery } from '../client/live.ts'
import { queryClient } from '../client/query.ts'
import { startSession } from '../client/session.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import { changedLists, showChangedList } from '../requests/common/changed-lists.ts'
import { planPollsAnew, Rereading } from './follow-events.ts'

const LIST = '/api/requests?limit=10'
const row = (id: string, title = id) => ({ id, requestId: `RFD-${id}`, title })
const answers = new Map<string, unknown>()
const queries: string[] = []
let stops: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  startSession({ token: buildToken(new Date()), user: buildUser() })
  vi.stubGlobal('fetch', async (address: URL) => {
    const path = `${address.pathname}${address.search}`
    queries.push(path)
    return answers.has(path) ? Response.json(answers.get(path)) : new Response('{}', { status: 404 })
  })
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  queries.length = 0
  answers.clear()
  changedLists.set(new Map())
  isLive.set(false)
  queryClient.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function open(path: string, answer: unknown) {
  answers.set(path, answer)
  stops.push(new QueryObserver(queryClient, { queryKey: [path] }).subscribe(() => {}))
  await vi.runAllTimersAsync()
}
function rereading() {
  const one = new Rereading()
  stops.push(() => one.stop())
  return one
}
const shown = () => queryClient.getQueryData<{ requests: { title: string }[]; total: number }>([LIST])
const titles = () => shown()?.requests.map(({ title }) => title)

test('changed rows change in their places, and new ones wait to be shown', async () => {
  await open(LIST, { requests: [row('a'), row('b')], total: 2 })
  answers.set(LIST, { requests: [row('n'), row('b', 'b changed'), row('a')], total: 3 })
  rereading().add([{ kind: 'created', id: 'n', requestId: 'RFD-n' }])
  await vi.runAllTimersAsync()
  expect(titles()).toEqual(['a', 'b changed'])
  expect(shown()?.total).toBe(3)
  expect(changedLists.get().get(LIST)?.added).toBe(1)
  showChangedList(LIST)
  expect(titles()).toEqual(['n', 'b changed', 'a'])
  expect(changedLists.get().size).toBe(0)
})

test('a row that left the list shows how it is now, until the reader lets it go', async () => {
  await open(LIST, { requests: [row('a'), row('b')], total: 2 })
  answers.set(LIST, { requests: [row('a')], total: 1 })
  answers.set('/api/requests/b', row('b', 'b done'))
  rereading().add([{ kind: 'updated', id: 'b', requestId: 'RFD-b' }])
  await vi.runAllTimersAsync()
  expect(titles()).toEqual(['a', 'b done'])
  expect(changedLists.get().get(LIST)?.added).toBe(0)
})

test('only what concerns the changed request is read again, once for several events', async () => {
  for (const path of ['/api/requests/a', '/api/requests/RFD-a/comments', '/api/requests/b', '/api/dashboard/stats'])
    await open(path, { path })
  queries.length = 0
  const one = rereading()
  one.add([{ kind: 'updated', id: 'a', requestId: 'RFD-a' }])
  one.add([{ kind: 'commented', id: 'a', requestId: 'RFD-a' }])
  await vi.runAllTimersAsync()
  expect(queries.toSorted()).toEqual(['/api/dashboard/stats', '/api/requests/RFD-a/comments', '/api/requests/a'])
})

test('the outlook of a request is read again whichever request changed: it tells the place among all that wait', async () => {
  await open('/api/requests/a/outlook', {})
  queries.length = 0
  rereading().add([{ kind: 'created', id: 'b', requestId: 'RFD-b' }])
  await vi.runAllTimersAsync()
  expect(queries).toEqual(['/api/requests/a/outlook'])
})

test('a reset reads everything on the screen again', async () => {
  await open('/api/requests/a', {})
  await open(LIST, { requests: [], total: 0 })
  queries.length = 0
  rereading().add(['reset'])
  await vi.runAllTimersAsync()
  expect(queries.toSorted()).toEqual(['/api/requests/a', LIST])
})

test('a hidden tab reads nothing until it is shown', async () => {
  await open('/api/requests/a', {})
  queries.length = 0
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  rereading().add([{ kind: 'updated', id: 'a', requestId: 'RFD-a' }])
  await vi.runAllTimersAsync()
  expect(queries).toEqual([])
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.runAllTimersAsync()
  expect(queries).toEqual(['/api/requests/a'])
})

test('a notice is read by the bell at once, and by nothing else', async () => {
  const bell = '/api/notices?show=unread'
  await open(LIST, { requests: [row('a')], total: 1 })
  await open(bell, { notices: [], unread: 0 })
  queries.length = 0
  rereading().add([{ kind: 'notices' }])
  await vi.runAllTimersAsync()
  expect(queries).toEqual([bell])
})

test.each([
  ['backups', '/api/backups?page=1&limit=10'],
  ['batches', '/api/ai/batches'],
  ['batches', '/api/ai/batches/b/items?page=1&limit=10'],
  ['exports', '/api/exports'],
  ['reports', '/api/reports/r/runs?page=1&limit=10'],
  ['documents', '/api/requests/a/documents'],
  ['documents', '/api/documents/d/text'],
  ['document-readings', '/api/document-readings?page=1&limit=20'],
  ['document-readings', '/api/document-readings/r'],
  ['people-changes', '/api/people/changes/c'],
  ['people-imports', '/api/people/imports'],
  ['watchers', '/api/requests/b/watchers'],
  ['presence', '/api/requests/b/presence'],
])('a hint about %s reads %s again, and nothing else', async (kind, path) => {
  await open(path, {})
  await open('/api/people/changes/preview', {})
  await open('/api/requests/a', {})
  queries.length = 0
  rereading().add([{ kind, id: 'x' }])
  await vi.runAllTimersAsync()
  expect(queries).toEqual([path])
})

test('a classification is read by what shows its request, and by nothing else', async () => {
  const own = '/api/ai/classification/a'
  await open(LIST, { requests: [row('a')], total: 1 })
  await open('/api/requests?page=2&limit=10', { requests: [row('b')], total: 1 })
  await open('/api/requests/a', { ...row('a'), classifiedAt: null })
  await open('/api/requests/b', { ...row('b'), classifiedAt: null })
  await open(own, null)
  await open('/api/ai/classification/b', null)
  queries.length = 0
  rereading().add([{ kind: 'classifications', id: 'a' }])
  await vi.runAllTimersAsync()
  expect(queries.toSorted()).toEqual([own, '/api/requests/a', LIST].toSorted())
})

test('a row that waits to be shown is classified, too', async () => {
  await open(LIST, { requests: [row('a')], total: 1 })
  answers.set(LIST, { requests: [row('n', 'waits'), row('a')], total: 2 })
  const pages = rereading()
  pages.add([{ kind: 'created', id: 'n', requestId: 'RFD-n' }])
  await vi.runAllTimersAsync()
  answers.set(LIST, { requests: [row('n', 'classified'), row('a')], total: 2 })
  pages.add([{ kind: 'classifications', id: 'n' }])
  await vi.runAllTimersAsync()
  showChangedList(LIST)
  expect(titles()).toEqual(['classified', 'a'])
})

test('a change is read by the suggestions about its request, which may have been asked for anew', async () => {
  await open('/api/ai/classification/a', null)
  await open('/api/ai/analyze-request/a', null)
  await open('/api/ai/analyze-request/b', null)
  queries.length = 0
  rereading().add([{ kind: 'analyzed', id: 'a', requestId: 'RFD-a' }])
  await vi.runAllTimersAsync()
  expect(queries.toSorted()).toEqual(['/api/ai/analyze-request/a', '/api/ai/classification/a'])
})

test('a change is read by notices that name its request, and by no others', async () => {
  const noticesOf = (id: string) => ({ notices: [{ id: 'n', requestId: `RFD-${id}` }], unread: 1 })
  await open('/api/notices?show=unread', noticesOf('a'))
  await open('/api/notices?show=mentions', noticesOf('b'))
  queries.length = 0
  rereading().add([{ kind: 'updated', id: 'a', requestId: 'RFD-a' }])
  await vi.runAllTimersAsync()
  expect(queries).toEqual(['/api/notices?show=unread'])
})

test.each([
  ['/api/requests/a', 'updated'],
  ['/api/requests/a/outlook', 'updated'],
  [LIST, 'updated'],
  ['/api/dashboard/stats', 'updated'],
  ['/api/ai/analyze-request/a', 'analyzed'],
  ['/api/requests/a', 'classifications'],
  ['/api/ai/classification/a', 'classifications'],
  ['/api/requests/a/documents', 'documents'],
])('a first read of %s under way is made again by news of %s: it may tell of before', async (path, kind) => {
  const waiting: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => waiting.push(resolve)))
  stops.push(new QueryObserver(queryClient, { queryKey: [path] }).subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(0)
  const isHint = kind === 'classifications' || kind === 'documents'
  rereading().add([{ kind, id: 'a', ...(!isHint && { requestId: 'RFD-a' }) }])
  await vi.advanceTimersByTimeAsync(300)
  expect(waiting).toHaveLength(2)
  waiting[1]!(Response.json({ is: 'after' }))
  waiting[0]!(Response.json({ is: 'before' }))
  await vi.advanceTimersByTimeAsync(0)
  expect(queryClient.getQueryData([path])).toEqual({ is: 'after' })
})

test('of two changes whose reads of a list overlap, the second is shown, too', async () => {
  const waiting: ((answer: Response) => void)[] = []
  await open(LIST, { requests: [row('a')], total: 1 })
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => waiting.push(resolve)))
  const answer = async (place: number, title: string) => {
    waiting[place]!(Response.json({ requests: [row('a', title)], total: 1 }))
    await vi.advanceTimersByTimeAsync(0)
  }
  const pages = rereading()
  for (let i = 0; i < 2; i++) {
    pages.add([{ kind: 'updated', id: 'a', requestId: 'RFD-a' }])
    await vi.advanceTimersByTimeAsync(300)
  }
  await answer(0, 'first change')
  await answer(1, 'second change')
  expect(titles()).toEqual(['second change'])
})

test('the audit log hears of new entries', async () => {
  const heard = vi.fn<() => void>()
  stops.push(onHint('audit', heard))
  rereading().add([{ kind: 'exports' }])
  await vi.runAllTimersAsync()
  expect(heard).not.toHaveBeenCalled()
  rereading().add([{ kind: 'audit' }])
  await vi.runAllTimersAsync()
  expect(heard).toHaveBeenCalledTimes(1)
})

test('a poll that has begun slows down when the stream opens, and is as quick as before once it breaks', async () => {
  const follow = new QueryObserver(queryClient, { queryKey: ['/api/exports'], refetchInterval: () => pollEvery(700) })
  answers.set('/api/exports', { exports: [] })
  stops.push(
    isLive.subscribe(planPollsAnew),
    follow.subscribe(() => {}),
  )
  await vi.advanceTimersByTimeAsync(0)
  const readIn = async (ms: number) => {
    queries.length = 0
    await vi.advanceTimersByTimeAsync(ms)
    return queries.length
  }
  expect(await readIn(7000)).toBe(10)
  isLive.set(true)
  expect(await readIn(19_000)).toBe(0)
  expect(await readIn(2000)).toBe(1)
  isLive.set(false)
  expect(await readIn(7000)).toBe(10)
})
