import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildToken, buildUser } from '../testing/session.ts'
import type { News } from './event-stream.ts'
import { isLive } from './live.ts'
import { startSession } from './session.ts'
import { shareEvents } from './shared-events.ts'

interface OpenStream {
  /** the id that it resumes after; null for none */
  after: string | null
  send(text: string): void
}
let open: OpenStream[]
let stops: (() => void)[]

beforeEach(() => {
  open = []
  stops = []
  startSession({ token: buildToken(new Date()), user: buildUser() })
  // The window of these tests has none; the streams are already text.
  vi.stubGlobal('TextDecoderStream', Object)
  vi.stubGlobal('fetch', async (_address: URL, { headers, signal }: RequestInit) => {
    const body = new ReadableStream<string>({
      start(stream) {
        const one = {
          after: new Headers(headers).get('Last-Event-ID'),
          send: (text: string) => stream.enqueue(text),
        }
        open.push(one)
        signal!.addEventListener('abort', () => {
          open = open.filter((other) => other !== one)
          stream.error(signal!.reason)
        })
      },
    })
    return { status: 200, body: { pipeThrough: () => body } }
  })
})
afterEach(() => {
  for (const stop of stops) stop()
  isLive.set(false)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Web Locks and broadcast channels among the tabs of one browser. */
function asOneBrowser() {
  const waiting: (() => void)[] = []
  let isHeld = false
  const pass = () => {
    isHeld = false
    waiting.shift()?.()
  }
  const request = async (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    if (isHeld) {
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve)
        signal.addEventListener('abort', () => {
          waiting.splice(waiting.indexOf(resolve), 1)
          reject(signal.reason as Error)
        })
      })
    }
    isHeld = true
    await work().finally(pass)
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const channels = new Set<EventTarget>()
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      constructor() {
        super()
        channels.add(this)
      }
      postMessage(data: unknown) {
        if (!channels.has(this)) throw new DOMException('closed', 'InvalidStateError')
        for (const other of channels)
          if (other !== this) other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }))
      }
      close() {
        channels.delete(this)
      }
    },
  )
}

function openTab() {
  const heard: News[] = []
  const stop = shareEvents((news) => heard.push(...news))
  stops.push(stop)
  return { heard, stop, versions: () => heard.flatMap((one) => (one === 'reset' ? [] : [one.version])) }
}

const change = (version: number) => `id: ${version}.x\ndata: ${JSON.stringify({ kind: 'updated', version })}\n\n`

test('seven tabs share one stream, and each hears each event once', async () => {
  asOneBrowser()
  const tabs = Array.from({ length: 7 }, openTab)
  await vi.waitFor(() => expect(open).toHaveLength(1))
  open[0]!.send(change(1) + change(2))
  await vi.waitFor(() => expect(tabs.map((tab) => tab.versions())).toEqual(tabs.map(() => [1, 2])))
  expect(open).toHaveLength(1)
})

test('when the receiving tab is closed, another goes on where it was: no gap, nothing twice, nothing read anew', async () => {
  asOneBrowser()
  const tabs = Array.from({ length: 3 }, openTab)
  await vi.waitFor(() => expect(open).toHaveLength(1))
  open[0]!.send(change(1))
  await vi.waitFor(() => expect(tabs.map((tab) => tab.versions())).toEqual([[1], [1], [1]]))
  await vi.waitFor(() => expect(tabs[2]!.heard).toContain('reset'))
  const late = openTab()
  for (const [n, closed] of tabs.slice(0, 2).entries()) {
    const left = [...tabs.slice(n + 1), late]
    const resets = () => left.map(({ heard }) => heard.filter((one) => one === 'reset').length)
    await vi.waitFor(() => expect(late.heard).toContain('reset'))
    const before = resets()
    closed.stop()
    await vi.waitFor(() => expect(open.map(({ after }) => after)).toEqual([`${n + 1}.x`]))
    open[0]!.send(change(n + 2))
    await vi.waitFor(() => expect(late.versions().at(-1)).toBe(n + 2))
    expect(resets()).toEqual(before)
  }
  expect([tabs[2]!.versions(), late.versions()]).toEqual([
    [1, 2, 3],
    [2, 3],
  ])
  late.stop()
  tabs[2]!.stop()
  await vi.waitFor(() => expect(open).toEqual([]))
})

test('a tab that is opened beside a receiving one knows at once that it is live, and from where to go on', async () => {
  asOneBrowser()
  const first = openTab()
  await vi.waitFor(() => expect(open).toHaveLength(1))
  open[0]!.send(change(1))
  await vi.waitFor(() => expect(first.versions()).toEqual([1]))
  isLive.set(true)
  const states: boolean[] = []
  isLive.subscribe(() => states.push(isLive.get()))
  openTab()
  expect(states).toEqual([true])
  first.stop()
  await vi.waitFor(() => expect(open.map(({ after }) => after)).toEqual(['1.x']))
})

test('without locks only the tab in sight has a stream, so that no hidden one occupies a connection', async () => {
  vi.stubGlobal('navigator', {})
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const turn = (isHidden: boolean) => {
    hidden.mockReturnValue(isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  for (let i = 0; i < 6; i++) openTab()
  await Promise.resolve()
  expect(open).toEqual([])
  for (const stop of stops.splice(0)) stop()
  hidden.mockReturnValue(false)
  const tab = openTab()
  await vi.waitFor(() => expect(open).toHaveLength(1))
  open[0]!.send(change(1))
  await vi.waitFor(() => expect(tab.versions()).toEqual([1]))
  turn(true)
  expect([open, isLive.get()]).toEqual([[], false])
  turn(false)
  await vi.waitFor(() => expect(open.map(({ after }) => after)).toEqual(['1.x']))
  open[0]!.send(change(2))
  await vi.waitFor(() => expect(tab.versions()).toEqual([1, 2]))
})
