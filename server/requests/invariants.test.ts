import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canMove, isOpen, type ServiceRequest, type Status, STATUSES } from '../../shared/requests.ts'
import type { HistoryEntry } from '../../shared/request-history.ts'
import type { Tables } from '../platform/database/tables.ts'
import { get, patch, post, put, testApp } from '../testing/app.ts'
import { emptyRequests } from '../testing/build.ts'
import { TEST_ENGINE } from '../testing/database.ts'
import { verifyCounters } from './counters/rebuild.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  // Far from UTC, so that the office's days differ from UTC days; sessions outlast the simulated weeks.
  office = await testApp({ policy: { timeZone: 'Pacific/Auckland', idleMinutes: 1440, maxSessions: 100 } })
})
afterAll(() => office.close())

const person = fc.constantFrom('ada', 'ben', 'cleo', 'dan')
const which = fc.nat(4)
const status = fc.constantFrom(...(Object.keys(STATUSES) as Status[]))
const dueDate = fc.integer({ min: 1, max: 28 }).map((day) => `2026-03-${String(day).padStart(2, '0')}`)
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((t) => t.trim() !== '' && t.isWellFormed() && !t.includes('\0'))
const department = fc.constantFrom('it', 'data', 'security', 'operations', 'compliance')
const priority = fc.constantFrom('low', 'medium', 'high', 'critical')
const content = fc.record({ title: text, description: text, department, priority, dueDate })
const change = fc.record(
  {
    title: text,
    description: text,
    department,
    priority,
    dueDate,
    status,
    assignedToId: fc.constantFrom(null, 'user-ben', 'user-cleo', 'user-dan'),
  },
  { requiredKeys: [] },
)

const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ does: fc.constant('create' as const), person, content }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('edit' as const), person, which, change, stale: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('move' as const), person, which, status }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel' as const), person, which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('comment' as const), person, which, text }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 20 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const HISTORY_VALUE: Record<string, (request: ServiceRequest) => string | null> = {
  title: (request) => request.title,
  description: (request) => request.description,
  priority: (request) => request.priority,
  department: (request) => request.department,
  status: (request) => request.status,
  assignedTo: (request) => request.assignedTo && `${request.assignedTo.firstName} ${request.assignedTo.lastName}`,
  dueDate: (request) => request.dueDate,
}

/** All stored data about requests: a refused call must leave it unchanged, except for its own audit entry. */
async function everything() {
  const tables = [
    'requests',
    'request_history',
    'comments',
    'request_counts',
    'person_counts',
    'day_counts',
    'search_documents',
    'audit_log',
  ] as const
  const rows = await Promise.all(
    tables.map((table) =>
      office.db.read
        .selectFrom(table as keyof Tables)
        .selectAll()
        .execute(),
    ),
  )
  return rows.map((table) =>
    table
      .filter((row) => !('action' in row && row.action === 'access.denied'))
      .map((row) => JSON.stringify(row))
      .sort(),
  )
}

const read = async (id: string): Promise<ServiceRequest> =>
  (await get(office.app, office.cleo, `/api/requests/${id}`)).body

/** Sessions end after a day, but the test simulates weeks. */
async function stayingSignedIn() {
  const now = office.clock()
  const [at, later] = [now.toISOString(), new Date(now.getTime() + 86_400_000).toISOString()]
  await office.db.write((tx) =>
    tx.updateTable('sessions').set({ created_at: at, last_seen_at: at, expires_at: later }).execute(),
  )
  office.services.sessions.forgetAll()
}

async function take(action: Step, created: ServiceRequest[]) {
  const { app } = office
  if (action.does === 'wait') {
    office.clock.forward(action.hours * 3_600_000)
    return stayingSignedIn()
  }
  const who = office[action.person]
  if (action.does === 'create') {
    const res = await post(app, who, '/api/requests', action.content)
    expect(res.statusCode).toBe(201)
    created.push(res.body)
    return
  }
  const first = created[action.which % Math.max(1, created.length)]
  if (!first) return
  const url = `/api/requests/${first.id}`
  const before = await read(first.id)
  const stored = await everything()
  const isManager = action.person === 'ben' || action.person === 'cleo'

  let res
  let isAllowed = true
  let grows = 0
  if (action.does === 'comment') {
    res = await post(app, who, `${url}/comments`, { comment: action.text })
  } else if (action.does === 'cancel') {
    res = await put(app, who, `${url}/cancel`)
    isAllowed = isOpen(before.status) && (isManager || before.requesterId === who.id)
    grows = 1
  } else {
    const change = action.does === 'move' ? { status: action.status } : action.change
    const stale = action.does === 'edit' && action.stale && before.version > 1
    res = await patch(app, who, url, { ...change, ...(stale && { version: before.version - 1 }) })
    isAllowed = isManager && !stale && canMove(before.status, change.status ?? before.status)
    const trimmed = Object.entries(change).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.trim() : value,
    ])
    grows = trimmed.some(([key, value]) => value !== before[key as keyof ServiceRequest]) ? 1 : 0
  }
  const after = await read(first.id)
  if (isAllowed) {
    expect(res.statusCode).toBeLessThan(300)
    expect(after.version).toBe(before.version + grows)
    if (grows === 0) expect(after).toEqual(before)
  } else {
    expect([403, 409]).toContain(res.statusCode)
    expect(await everything()).toEqual(stored)
  }
}

async function holds(created: ServiceRequest[]) {
  for (const first of created) {
    const now = await read(first.id)
    expect(now.completedAt !== null).toBe(now.status === 'completed')
    if (now.status === 'in_progress') expect(now.startedAt).not.toBeNull()

    const history: HistoryEntry[] = (await get(office.app, office.cleo, `/api/requests/${first.id}/history`)).body
    const replayed = Object.fromEntries(Object.entries(HISTORY_VALUE).map(([field, of]) => [field, of(first)]))
    let version = 1
    for (const entry of history) {
      if (entry.field === null) continue
      expect(replayed[entry.field]).toBe(entry.old)
      replayed[entry.field] = entry.new
      expect([version, version + 1]).toContain(entry.version)
      version = entry.version
    }
    expect(replayed).toEqual(Object.fromEntries(Object.entries(HISTORY_VALUE).map(([field, of]) => [field, of(now)])))
    expect(now.version).toBe(version)
  }
  expect(await verifyCounters(office.db.read, 'Pacific/Auckland')).toEqual([])
  const list = (await get(office.app, office.cleo, '/api/requests?limit=100')).body
  expect(list.total).toBe(created.length)
  const counted = await office.db.read.selectFrom('request_counts').selectAll().execute()
  expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(created.length)
}

test('after any sequence of calls by three roles, every request agrees with its history, its timestamps and the counters', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await emptyRequests(office.db)
      office.clock.set('2026-03-10T09:00:00.000Z')
      await stayingSignedIn()
      const created: ServiceRequest[] = []
      for (const action of steps) await take(action, created)
      await holds(created)
    }),
    // A slow machine runs fewer; a failure is reported before the test itself times out.
    { numRuns: TEST_ENGINE === 'sqlite' ? 40 : 8, endOnFailure: false, interruptAfterTimeLimit: 180_000 },
  )
})
