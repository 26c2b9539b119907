import { QueryObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { batchJobs } from '../server/ai/batches/jobs.ts'
import { extractionJobs } from '../server/documents/extraction/jobs.ts'
import { MAKE_NOTICES, noticeJobs } from '../server/notices/jobs.ts'
import { suggestionJobs } from '../server/ai/suggestions/jobs.ts'
import { localAi } from '../server/testing/ai.ts'
import { del, get, patch, post, put } from '../server/testing/app.ts'
import { buildRequest } from '../server/testing/build.ts'
import { TEST_ENGINE } from '../server/testing/database.ts'
import { jobRunners } from '../server/testing/jobs.ts'
import { officeOfFile } from '../server/testing/office-of-file.ts'
import { pdfOf } from '../server/testing/sample-files.ts'
import { uploaded } from '../server/testing/uploads.ts'
import { queryClient } from '../web/client/query.ts'
import { type News, receiveEvents } from '../web/client/event-stream.ts'
import { startSession } from '../web/client/session.ts'
import { changedLists, showChangedList } from '../web/requests/common/changed-lists.ts'
import { Rereading } from '../web/app/follow-events.ts'

const office = await officeOfFile({ ai: localAi() })
const { app, db, services, queue, ada, ben, cleo, dan } = office
const run = jobRunners()
const handlers = {
  ...suggestionJobs(services),
  ...batchJobs(services),
  ...extractionJobs(services),
  ...noticeJobs(services),
}

/** Runs the jobs that wait, and those that they leave. */
async function runJobs() {
  const { stop } = run(office, handlers)
  const left = db.read.selectFrom('jobs').select(['kind', 'last_error']).where('kind', 'in', Object.keys(handlers))
  await vi.waitFor(async () => expect(await left.where('finished_at', 'is', null).execute()).toEqual([]), {
    timeout: 60_000,
    interval: 10,
  })
  await stop()
}

async function fetchFromOffice(address: URL, { headers, signal }: RequestInit): Promise<Response> {
  const url = address.pathname + address.search
  const sent = Object.fromEntries(new Headers(headers))
  if (url !== '/api/events') {
    const { statusCode, payload, headers: answered } = await app.inject({ method: 'GET', url, headers: sent })
    const isEmpty = statusCode === 204 || statusCode === 304
    const headers = Object.entries(answered).map(([name, value]): [string, string] => [name, String(value)])
    return new Response(isEmpty ? null : payload, { status: statusCode, headers })
  }
  const res = await app.inject({ method: 'GET', url, headers: sent, payloadAsStream: true })
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      res.stream().on('data', (chunk: Buffer) => stream.enqueue(new Uint8Array(chunk)))
      signal!.addEventListener('abort', () => {
        res.raw.res.destroy()
        stream.error(signal!.reason)
      })
    },
  })
  return new Response(body)
}

beforeAll(() => {
  vi.stubGlobal('window', { location: { origin: 'http://office.example' } })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('fetch', fetchFromOffice)
  // Pages read again at random within 300 ms: at once with this one.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

type Change = (id: string) => Promise<{ statusCode: number } | void>
const edit =
  (body: object): Change =>
  (id) =>
    patch(app, cleo, `/api/requests/${id}`, body)
const say = (body: object) => (id: string) => post(app, cleo, `/api/requests/${id}/comments`, body)
const newestComment = async (id: string) => (await get(app, cleo, `/api/requests/${id}/comments`)).body.at(-1)?.id
const documentOf = async (id: string) => (await get(app, cleo, `/api/requests/${id}/documents`)).body.documents[0]?.id
const attach: Change = async (id) => {
  const uploadIds = [await uploaded(app, cleo, pdfOf(id))]
  return post(app, cleo, `/api/requests/${id}/documents`, { uploadIds })
}

const DRAFT = {
  title: 'Weigh empty trucks',
  description: 'The weighbridge only knows full ones.',
  department: 'it',
  priority: 'low',
  dueDate: '2026-05-01',
}
const askAi = (path: string) => (id: string) => {
  const { title, description, department, priority } = DRAFT
  const estimated = path === 'predict-time' ? { department, priority } : {}
  return post(app, cleo, `/api/ai/${path}`, { title, description, ...estimated, requestId: id })
}

/** What others and jobs do to a request while it is open on the screen. */
const CHANGES: Record<string, Change> = {
  title: edit({ title: 'Weigh all trucks' }),
  description: edit({ description: 'The weighbridge only knows full ones.' }),
  priority: edit({ priority: 'critical' }),
  department: edit({ department: 'compliance' }),
  dueDate: edit({ dueDate: '2026-06-01' }),
  assignedTo: edit({ assignedToId: dan.id }),
  started: edit({ status: 'in_progress' }),
  completed: edit({ status: 'completed' }),
  rejected: edit({ status: 'rejected', reason: 'It is already done.' }),
  cancel: (id) => put(app, cleo, `/api/requests/${id}/cancel`, {}),
  comment: say({ comment: 'And **now**?' }),
  note: say({ comment: 'Between us.', internal: true }),
  'edited comment': async (id) => {
    await say({ comment: 'First' })(id)
    return put(app, cleo, `/api/comments/${await newestComment(id)}`, { comment: 'Second' })
  },
  'deleted comment': async (id) => {
    await say({ comment: 'A slip' })(id)
    return del(app, cleo, `/api/comments/${await newestComment(id)}`)
  },
  document: attach,
  'removed document': async (id) => {
    await attach(id)
    return del(app, cleo, `/api/documents/${await documentOf(id)}`)
  },
  'restored document': async (id) => {
    await attach(id)
    const document = await documentOf(id)
    await del(app, cleo, `/api/documents/${document}`)
    return put(app, cleo, `/api/documents/${document}/restore`)
  },
  watch: (id) => put(app, cleo, `/api/requests/${id}/watch`),
  unwatch: async (id) => {
    await put(app, dan, `/api/requests/${id}/watch`)
    return del(app, dan, `/api/requests/${id}/watch`)
  },
  classified: runJobs,
  'another classified': async () => {
    await post(app, dan, '/api/requests', DRAFT)
    await runJobs()
  },
  'read document': async (id) => {
    await attach(id)
    await runJobs()
  },
  noticed: async (id) => {
    await say({ comment: 'Will it @ada?' })(id)
    await db.write((tx) => queue.add(tx, { kind: MAKE_NOTICES, payload: null, uniqueKey: 'all' }))
    await runJobs()
  },
  'classified by a person': askAi('classify-request'),
  analyzed: askAi('predict-time'),
  'decided in a batch': async (id) => {
    const { body: batch } = await post(app, cleo, '/api/ai/batches', { kinds: ['classification', 'time'] })
    await runJobs()
    const address = `/api/ai/batches/${batch.id}`
    const { items } = (await get(app, cleo, `${address}/items`)).body
    const { itemId } = items.find((item: { id: string }) => item.id === id)
    return post(app, cleo, `${address}/decisions`, { items: [{ itemId, decision: 'accept' }] })
  },
  another: async () => void (await buildRequest(db, { requesterId: ada.id, status: 'in_progress' })),
}

const ENDS = ['completed', 'rejected', 'cancel']
const WHILE_OPEN = Object.keys(CHANGES).filter((name) => !ENDS.includes(name))

/** Everything that a screen with a list and the details of a request has read. */
const addressesOf = (id: string, seesDashboard: boolean) => [
  '/api/requests?limit=50',
  '/api/requests?status=pending&limit=10',
  '/api/requests?search=truck&limit=10',
  `/api/requests/${id}`,
  ...['history', 'comments', 'documents', 'watchers', 'outlook', 'sources'].map(
    (part) => `/api/requests/${id}/${part}`,
  ),
  `/api/ai/classification/${id}`,
  `/api/ai/analyze-request/${id}`,
  '/api/waiting',
  '/api/notices?show=unread',
  ...(seesDashboard ? ['/api/dashboard/stats', '/api/dashboard/status-distribution'] : []),
]

async function openPage(addresses: readonly string[]) {
  const stops = addresses.map((address) => new QueryObserver(queryClient, { queryKey: [address] }).subscribe(() => {}))
  const rereading = new Rereading()
  const stop = new AbortController()
  let lastId = ''
  const onNews = (news: News[], at: string) => {
    lastId = at
    rereading.add(news)
  }
  void receiveEvents({ lastId, signal: stop.signal, onLive: () => {}, onNews })
  await vi.waitFor(() => expect(lastId).not.toBe(''), { timeout: 60_000 })
  return {
    addresses,
    /** what stands on the screen once the reader has let changed lists in */
    shown() {
      for (const address of changedLists.get().keys()) showChangedList(address)
      return addresses.map((address) => queryClient.getQueryData([address]))
    },
    close() {
      stop.abort()
      rereading.stop()
      for (const close of stops) close()
    },
  }
}

const PAGES = [
  { who: 'its requester', reader: ada, end: 'cancel' },
  { who: 'a manager', reader: ben, end: 'completed' },
  { who: 'a manager', reader: ben, end: 'rejected' },
]

/** PostgreSQL takes twice as long. */
test.each(TEST_ENGINE === 'postgres' ? PAGES.slice(0, 2) : PAGES)(
  'for $who, after every kind of change up to $end, an old page with its events equals a fresh page',
  async ({ reader, end }) => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(WHILE_OPEN, { minLength: WHILE_OPEN.length }), async (names) => {
        await office.reset()
        queryClient.clear()
        startSession({ token: reader.token, user: { permissions: [] } as never })
        const { id } = (await post(app, ada, '/api/requests', DRAFT)).body
        const page = await openPage(addressesOf(id, reader === ben))
        for (const name of [...names, end]) {
          const done = await CHANGES[name]!(id)
          expect([name, (done?.statusCode ?? 200) < 300]).toEqual([name, true])
          const fresh = await Promise.all(page.addresses.map(async (address) => (await get(app, reader, address)).body))
          await vi.waitFor(() => expect(page.shown(), `after ${name}`).toEqual(fresh), {
            timeout: 20_000,
            interval: 10,
          })
        }
        page.close()
      }),
      { numRuns: 1 },
    )
  },
)
