import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addDays } from '../../../shared/dates.ts'
import { PERMISSIONS } from '../../../shared/permissions.ts'
import { READY_KEYS } from '../../../shared/reports/ready.ts'
import { backgroundJobs } from '../../background.ts'
import { LEARNING_MS, localAi } from '../../testing/ai.ts'
import { keepSessions } from '../../testing/analytics.ts'
import { del, get, patch, post, put, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import type { Person } from '../../testing/cast.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { SAMPLES } from '../../testing/permission-samples.ts'
import { buildRole } from '../../testing/roles.ts'

const TODAY = '2026-03-10'
const NOW = `${TODAY}T09:00:00.000Z`
const dataDir = mkdtempSync(join(tmpdir(), 'rfd-own-figures-'))
const ai = localAi()
const office = await testApp({ ai, now: NOW, config: { dataDir }, policy: { visibility: 'own', idleMinutes: 1440 } })
const run = jobRunners()
afterAll(async () => {
  await office.close()
  rmSync(dataDir, { recursive: true, force: true })
})

let own: { id: string; request_id: string }
beforeAll(async () => {
  const { db, dan } = office
  // Dan may do everything except see all requests: other people's changes to theirs must not change his responses.
  await buildRole(db, {
    id: 'own',
    permissions: PERMISSIONS.filter((one) => one !== 'requests.viewAll'),
    people: [dan.id],
  })
  await history({ of: dan, count: 60, title: 'Seal check at the gate' })
  await history({ of: office.ada, count: 16, title: 'Seal check at the pier' })
  own = await buildRequest(db, {
    requesterId: dan.id,
    title: 'Seal check at night',
    priority: 'high',
    dueDate: '2026-03-20',
  })
  await buildRequest(db, { requesterId: dan.id, title: 'Scale at the gate', dueDate: '2026-03-01' })
  // The engine's training on texts is a model, not a figure: it is the same before and after.
  ai.index(await db.read.selectFrom('requests').select(['id', 'title', 'description']).execute())
  await post(office.app, dan, '/api/ai/predict-time', {
    ...DRAFT,
    priority: 'low',
    department: 'it',
    requestId: own.id,
  })
}, LEARNING_MS)

/** Requests that Ben worked on for irregular times; some are open, rescheduled or reopened. */
async function history({ of, count, title, odd = 1 }: { of: Person; count: number; title: string; odd?: number }) {
  const { app, db, clock, ben } = office
  await keepSessions(office, '2025-10-01T00:00:00.000Z')
  for (let i = 0; i < count; i++) {
    const created = addDays(TODAY, Math.round(-95 + 1.4 * i * odd))
    const day = (after: number) => addDays(created, after < 10 ? after : 10)
    const on = async (after: number, change: object) => {
      clock.set(`${day(after)}T${10 + (i % 7)}:15:00.000Z`)
      await keepSessions(office, clock().toISOString())
      expect((await patch(app, ben, `/api/requests/${id}`, { reason: 'As agreed', ...change })).statusCode).toBe(200)
    }
    const priority = (['low', 'medium', 'high', 'critical'] as const)[i % 4]!
    const values = { title: `${title} ${i}`, priority, dueDate: addDays(created, 5 + (i % 9)) }
    const { id } = await buildRequest(db, { requesterId: of.id, createdAt: `${created}T08:00:00.000Z`, ...values })
    if (i % 8 === 7) continue
    await on(1 + (i % 3), { status: 'in_progress', ...(i % 2 && { assignedToId: ben.id }) })
    if (i % 8 === 6) continue
    await on(3 + (i % 5), { status: i % 9 === 8 ? 'rejected' : 'completed' })
    if (i % 11 === 10) await on(9, { status: i % 9 === 8 ? 'pending' : 'in_progress', dueDate: addDays(created, 30) })
  }
  clock.set(NOW)
  await keepSessions(office, NOW)
}

const QUESTIONS = [
  'How are we doing?',
  'How long does it take?',
  'count requests by department',
  'count requests by status',
  'median time from creation to completion',
  'what is the average age of open requests',
  'how many requests were completed by month',
  'how many requests are overdue',
  'which requests mention the seal',
  'what share of requests is critical',
  'requests similar to "Seal check"',
  'how many requests will come in next month',
]
const CUSTOM = { kind: 'custom', view: 'sort=title', columns: ['requestId', 'title', 'status'], chart: 'bars' }
/** The AI quality report is refused to Dan. */
const READY = READY_KEYS.filter((key) => key !== 'ai-quality')
const DRAFT = { title: 'Seal check at the gate', description: 'Officers look it up by hand today.' }
const PERIOD = 'from=2025-11-01&to=2026-03-10'

/** Calls that return figures for their body. */
function posted(): [string, object][] {
  const say = (message: string): [string, object] => ['/api/ai/user-assistant', { message }]
  const preview = (content: object): [string, object] => ['/api/report-previews', { content }]
  return [
    ...[...QUESTIONS, `Where is ${own.request_id} now?`, `When will ${own.request_id} be finished?`].map(say),
    ...READY.map((ready) => preview({ kind: 'ready', ready })),
    ...['department', 'priority', 'status', 'assignedTo', 'requester', 'createdMonth', 'completedMonth'].map(
      (groupBy) => preview({ ...CUSTOM, groupBy }),
    ),
    ['/api/ai/similar', DRAFT],
    ['/api/ai/predict-time', { ...DRAFT, priority: 'low', department: 'it' }],
    ['/api/ai/classify-request', DRAFT],
  ]
}

/** Addresses whose query selects what is counted. */
const QUERIES = [
  ...['30d', '6m', '1y'].map((range) => `/api/dashboard/volume?range=${range}`),
  '/api/requests?search=seal',
  '/api/requests?search=sael',
  '/api/requests?status=pending&sort=dueDate',
  '/api/requests?overdue=true',
  '/api/dashboard/outlooks?limit=20',
  ...['working', 'calendar'].map((days) => `/api/analytics/flow?${PERIOD}&days=${days}`),
  `/api/analytics/forecast?count=5`,
  `/api/analytics/what-if?people=120`,
  `/api/analytics/promises?${PERIOD}`,
  ...['all', 'arrived', 'answered', 'finished', 'closed', 'open', 'moved', 'reopened', 'rejected'].flatMap((mark) => [
    `/api/analytics/rows?mark=${mark}&${PERIOD}&limit=100`,
    `/api/analytics/rows.csv?mark=${mark}&${PERIOD}`,
  ]),
]

const EXPORTS = [
  { view: { sort: 'title' } },
  { view: { search: 'seal' } },
  { list: 'analytics-rows', view: { mark: 'all' } },
  { list: 'promises', view: {} },
]

/** Addresses left out here, with the reason. */
const LEFT_OUT: Record<string, string> = {
  'GET /api/audit': 'the log of what everybody did, for those who may read it',
  'GET /api/audit/export.csv': 'as above',
  'GET /api/audit/export.jsonl': 'as above',
  'GET /api/audit/head': 'as above',
  'GET /api/audit/news': 'as above',
  'GET /api/events': 'does not end by itself; carries no figures',
  'GET /api/profile/sessions': 'when this very session was last seen',
  'GET /api/exports': 'asked with its files',
  'GET /api/people': 'who administers people hands over all that they work on, and is told how many',
  'GET /api/people/{id}': 'as above',
  'GET /api/settings/departments': 'who retires a department moves all of its requests, and is told how many',
  'GET /api/settings/database': 'how large the database is, and how quick',
}

const TOLD_TO_ALL = [
  'GET /api/dashboard/stats',
  'GET /api/dashboard/status-distribution',
  'GET /api/dashboard/volume',
  'GET /api/ai/processing-times',
  'GET /api/requests',
  `GET /api/analytics/flow?${PERIOD}&days=working`,
  `GET /api/analytics/forecast?count=5`,
  `GET /api/analytics/what-if?people=120`,
  `GET /api/analytics/promises?${PERIOD}`,
  `GET /api/analytics/rows.csv?mark=finished&${PERIOD}`,
  ...READY.map((ready) => `POST /api/report-previews ${JSON.stringify({ content: { kind: 'ready', ready } })}`),
  ...QUESTIONS.filter((message) => !message.includes('similar')).map(
    (message) => `POST /api/ai/user-assistant ${JSON.stringify({ message })}`,
  ),
  ...EXPORTS.map((sent) => `export ${JSON.stringify(sent)}`),
]

/** Every readable address, from the table of routes; those of a single item with a request of Dan’s. */
async function readAddresses(): Promise<string[]> {
  const { paths } = (await office.app.inject('/api/openapi.json')).json<{ paths: Record<string, object> }>()
  const calls = Object.entries(paths).flatMap(([path, methods]) => ('get' in methods ? [path] : []))
  return calls
    .filter((path) => !(`GET ${path}` in LEFT_OUT))
    .map((path) => {
      const { query = '' } = SAMPLES[`GET ${path.replaceAll(/\{\w+\}/g, '{id}')}`] ?? {}
      const id = path.startsWith('/api/people') || path.startsWith('/api/access') ? office.dan.id : own.id
      return path.replaceAll(/\{\w+\}/g, id) + query
    })
}

/** Differs in each response. */
const VOLATILE = new Set(['conversationId', 'suggestionId'])
const isVolatile = (key: string, value: unknown) =>
  VOLATILE.has(key) || (key === 'id' && typeof value === 'string' && /^\d+$/.test(value))
const textOf = (body: unknown): string =>
  typeof body === 'string' ? body : JSON.stringify(body, (key, value) => (isVolatile(key, value) ? null : value), 1)

/** Every response, by its call. */
async function answersFor(person: Person): Promise<Map<string, string>> {
  const { app } = office
  const answers = new Map<string, string>()
  for (const url of [...(await readAddresses()), ...QUERIES]) {
    const { statusCode, body } = await vi.waitFor(
      async () => {
        const res = await get(app, person, url)
        expect(res.statusCode, url).not.toBe(503)
        return res
      },
      { timeout: 300_000, interval: 50 },
    )
    if (QUERIES.includes(url)) expect(statusCode, url).toBe(200)
    answers.set(`GET ${url}`, `${statusCode} ${textOf(body)}`)
  }
  for (const [url, sent] of posted()) {
    await del(app, person, '/api/ai/conversations/current')
    const { statusCode, body } = await post(app, person, url, sent)
    expect(statusCode, JSON.stringify(body)).toBe(200)
    answers.set(`POST ${url} ${JSON.stringify(sent)}`, `${statusCode} ${textOf(body)}`)
  }
  for (const sent of EXPORTS) answers.set(`export ${JSON.stringify(sent)}`, await exported(person, sent))
  return answers
}

async function exported(person: Person, sent: object): Promise<string> {
  const { app } = office
  const { statusCode, body } = await post(app, person, '/api/exports', { format: 'csv', ...sent })
  expect(statusCode).toBe(201)
  const file = await vi.waitFor(
    async () => {
      const { body: now } = await get(app, person, `/api/exports/${body.id}`)
      expect(now.state).toBe('ready')
      return now
    },
    { timeout: 300_000, interval: 20 },
  )
  return `${file.total} rows\n${(await get(app, person, `/api/exports/${body.id}/content`)).body}`
}

test('for a person who sees only their own requests, no figure changes with other people’s requests', async () => {
  const { app, db, ada, ben, cleo, dan } = office
  run(office.services, backgroundJobs({ ...office.services, ai }))
  const [before, all] = [await answersFor(dan), await answersFor(cleo)]
  await history({ of: ada, count: 50, title: 'Seal check at the yard', odd: 0.9 })
  const others = await db.read
    .selectFrom('requests')
    .select(['id', 'status'])
    .where('requester_id', '=', ada.id)
    .execute()
  for (const { id } of others.filter(({ status }) => status === 'pending').slice(0, 5))
    await put(app, ben, `/api/requests/${id}/cancel`, { reason: 'No longer needed' })
  const [after, allAfter] = [await answersFor(dan), await answersFor(cleo)]
  for (const [url, answer] of before) expect(after.get(url), url).toBe(answer)
  const outlook = (answers: Map<string, string>) => answers.get(`GET /api/requests/${own.id}/outlook`)!
  expect(outlook(before)).toContain('"basedOn": "visible"')
  expect(outlook(before)).toMatch(/"byDue": \d/)
  expect(outlook(allAfter)).not.toBe(outlook(all))
  // A person who sees everything must notice the change in each of these.
  for (const url of TOLD_TO_ALL) expect(allAfter.get(url), url).not.toBe(all.get(url))
})
