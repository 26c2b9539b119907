import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { patch, post, put } from '../server/testing/app.ts'
import { TEST_ENGINE } from '../server/testing/database.ts'
import { officeOfFile } from '../server/testing/office-of-file.ts'
import type { ServiceRequest } from '../shared/requests.ts'
import { receiveEvents } from '../web/client/event-stream.ts'
import { startSession } from '../web/client/session.ts'

const { app, ada, ben } = await officeOfFile()

/** Opening a stream takes five times as long there. */
const DROPS = TEST_ENGINE === 'postgres' ? 200 : 1000
/** A session has at most twenty streams. */
const PAGES = 16
/** Enough for the first position, from which a page goes on. */
const FIRST_POSITION = 200
const MOST_BEHIND = 200

const DRAFT = {
  title: 'Weigh empty trucks',
  description: 'The weighbridge only knows full ones.',
  department: 'it',
  priority: 'low',
  dueDate: '2026-05-01',
}

let drops = 0

/** What the browser’s `fetch` does, with a connection that breaks after a random number of bytes, within an event or between two. */
async function fetchFromOffice(_address: URL, { headers, signal }: RequestInit): Promise<Response> {
  const sent = headers as Record<string, string>
  const res = await app.inject({ method: 'GET', url: '/api/events', headers: sent, payloadAsStream: true })
  // Connections that broke may not have been counted out of the session yet: the page tries again.
  if (res.statusCode !== 200) return new Response(null, { status: res.statusCode })
  const isFirst = sent['Last-Event-ID'] === undefined
  let left = drops < DROPS ? randomInt(1, 600) + (isFirst ? FIRST_POSITION : 0) : Infinity
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      const end = () => {
        res.raw.res.destroy()
        stream.error(new Error('The connection broke'))
      }
      signal!.addEventListener('abort', end)
      res.stream().on('data', (chunk: Buffer) => {
        if (left <= 0) return
        stream.enqueue(new Uint8Array(chunk.subarray(0, left)))
        left -= chunk.length
        if (left > 0) return
        drops++
        // What has arrived is still read.
        setImmediate(end)
      })
    },
  })
  return new Response(body)
}

beforeAll(() => {
  vi.stubGlobal('window', { location: { origin: 'http://office.example' } })
  vi.stubGlobal('fetch', fetchFromOffice)
  // The pauses between connections have a random length: none at all with this one.
  vi.spyOn(Math, 'random').mockReturnValue(-0.5)
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function openPage(signal: AbortSignal) {
  const page = { heard: [] as string[], resets: 0, lastId: '' }
  void receiveEvents({
    lastId: '',
    signal,
    onLive: () => {},
    onNews(news, lastId) {
      page.lastId = lastId
      for (const one of news) {
        if (one === 'reset') page.resets++
        else page.heard.push(`${one.requestId} ${one.kind} ${one.version}`)
      }
    },
  })
  return page
}

type Page = ReturnType<typeof openPage>

/** Creates, edits and cancels one request after the other, and notes what pages are to hear of it. */
async function write(heard: string[], pages: Page[]): Promise<void> {
  while (drops < DROPS) {
    // A page that falls behind by more than a thousand entries is told to read everything again.
    while (heard.length > MOST_BEHIND + Math.min(...pages.map((page) => page.heard.length)) && drops < DROPS)
      await setTimeout(1)
    const created = await post(app, ada, '/api/requests', DRAFT)
    const { id, requestId } = created.body as ServiceRequest
    const edited = await patch(app, ben, `/api/requests/${id}`, { priority: 'high', status: 'in_progress' })
    const renamed = await patch(app, ben, `/api/requests/${id}`, { title: 'Weigh all trucks' })
    const cancelled = await put(app, ben, `/api/requests/${id}/cancel`, {})
    expect([created, edited, renamed, cancelled].map(({ statusCode }) => statusCode)).toEqual([201, 200, 200, 200])
    heard.push(`${requestId} created 1`, `${requestId} updated 2`, `${requestId} updated 3`, `${requestId} cancelled 4`)
  }
}

test('connections that break anywhere, a thousand times, lose no event, and bring none twice', async () => {
  startSession({ token: ben.token, user: {} as never })
  const stop = new AbortController()
  const pages = Array.from({ length: PAGES }, () => openPage(stop.signal))
  const soon = { timeout: 300_000, interval: 5 }
  await vi.waitFor(() => expect(pages.every(({ lastId }) => lastId !== '')).toBe(true), soon)
  const expected: string[] = []
  await Promise.all([1, 2, 3].map(() => write(expected, pages)))
  // Whoever hears of this one has heard of all before it.
  const { body } = await post(app, ada, '/api/requests', DRAFT)
  expected.push(`${body.requestId} created 1`)
  await vi.waitFor(() => expect(pages.every(({ heard }) => heard.includes(expected.at(-1)!))).toBe(true), soon)
  stop.abort()
  for (const { heard, resets } of pages) {
    expect(heard.toSorted()).toEqual(expected.toSorted())
    expect(resets).toBe(1)
  }
  expect(drops).toBeGreaterThanOrEqual(DROPS)
})
