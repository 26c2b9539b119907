import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import { addDays } from '../../../shared/dates.ts'
import {
  isOverdue,
  PRIORITIES,
  PRIORITY_KEYS,
  type ServiceRequest,
  SORT_COLUMNS,
  STATUS_KEYS,
  STATUSES,
} from '../../../shared/requests.ts'
import type { RequestListQuery } from '../../../shared/request-list.ts'
import { get, patch, post, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { TEST_ENGINE } from '../../testing/database.ts'
import { criteriaOf } from './criteria.ts'
import { pageOf } from './page.ts'
import { selectPage } from './query.ts'

const TODAY = '2026-03-10'
const OFFICE = { today: TODAY, timeZone: 'UTC', departments: FIRST_DEPARTMENTS }
const people = ['user-ada', 'user-ben', 'user-cleo', 'user-dan']
let office: Awaited<ReturnType<typeof testApp>>
let all: ServiceRequest[]

beforeAll(async () => {
  office = await testApp()
  const { app, db, ben } = office
  let seed = 7
  const any = <T>(values: readonly T[]): T => values[(seed = (seed * 48271) % 2147483647) % values.length]!
  for (let i = 0; i < 90; i++) {
    const day = addDays('2026-01-05', i % 60)
    const { id } = await buildRequest(db, {
      title: any(['Seal', 'seal', 'Übersee', 'Bond', 'Zoll', 'Quota']),
      requesterId: any(people),
      assignedToId: any([...people, null, null]),
      department: any(FIRST_DEPARTMENTS.keys),
      priority: any(Object.keys(PRIORITIES) as (keyof typeof PRIORITIES)[]),
      status: any(Object.keys(STATUSES) as (keyof typeof STATUSES)[]),
      dueDate: addDays(day, any([5, 20, 60, 60])),
      createdAt: `${day}T10:00:00.000Z`,
    })
    if (i % 3 === 0) await patch(app, ben, `/api/requests/${id}`, { description: `Changed ${i}` })
  }
  all = (await get(app, ben, '/api/requests?limit=100')).body.requests
})
afterAll(() => office.close())

/** The expected list, computed the simple way. */
function expected(query: RequestListQuery, me: string): ServiceRequest[] {
  const day = (instant: string | null) => instant?.slice(0, 10) ?? ''
  const within = (value: string, from?: string, to?: string) =>
    value !== '' && (!from || value >= from) && (!to || value <= to)
  const found = all.filter(
    (row) =>
      (!query.status || query.status.includes(row.status)) &&
      (!query.department || query.department.includes(row.department)) &&
      (!query.priority || query.priority.includes(row.priority)) &&
      (!query.assignedTo || (row.assignedToId ?? 'unassigned') === query.assignedTo) &&
      (!query.requester || row.requesterId === (query.requester === 'me' ? me : query.requester)) &&
      (!query.overdue || isOverdue(row, TODAY)) &&
      (!(query.dueFrom ?? query.dueTo) || within(row.dueDate, query.dueFrom, query.dueTo)) &&
      (!(query.createdFrom ?? query.createdTo) || within(day(row.createdAt), query.createdFrom, query.createdTo)) &&
      (!(query.completedFrom ?? query.completedTo) ||
        within(day(row.completedAt), query.completedFrom, query.completedTo)),
  )
  const sort = query.sort ?? 'requestId'
  const way = (query.order ?? (query.sort ? 'asc' : 'desc')) === 'asc' ? 1 : -1
  const key = (row: ServiceRequest): string | number => {
    if (sort === 'title') return row.title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    if (sort === 'department') return FIRST_DEPARTMENTS.keys.indexOf(row.department)
    if (sort === 'priority') return Object.keys(PRIORITIES).indexOf(row.priority)
    if (sort === 'status') return Object.keys(STATUSES).indexOf(row.status)
    if (sort === 'assignedTo') return row.assignedToId ?? ''
    return row[sort]
  }
  return found.sort((one, other) => {
    if (sort === 'assignedTo' && !one.assignedToId !== !other.assignedToId) return one.assignedToId ? -1 : 1
    const [a, b] = [key(one), key(other)]
    if (a !== b) return a < b ? -way : way
    return one.requestId < other.requestId ? -way : way
  })
}

const FILTERS: Record<string, RequestListQuery> = {
  everything: {},
  'one status': { status: ['pending'] },
  'two statuses': { status: ['in_progress', 'pending'] },
  'all statuses': { status: ['pending', 'in_progress', 'completed', 'rejected', 'cancelled'] },
  department: { department: ['security'] },
  'two departments': { department: ['operations', 'data'] },
  priority: { priority: ['critical'] },
  'two priorities': { priority: ['high', 'low'] },
  'status, department and priority': { status: ['completed'], department: ['it', 'data'], priority: ['low', 'medium'] },
  'two statuses and two departments': { status: ['completed', 'pending'], department: ['it', 'compliance'] },
  assignee: { assignedTo: 'user-ben' },
  'assignee and status': { assignedTo: 'user-ben', status: ['completed', 'rejected'] },
  nobody: { assignedTo: 'unassigned' },
  'somebody unknown': { assignedTo: 'user-nobody' },
  mine: { requester: 'me' },
  'mine with an assignee': { requester: 'me', assignedTo: 'user-cleo' },
  'mine in a department': { requester: 'me', department: ['it'] },
  overdue: { overdue: 'true' },
  'overdue and critical': { overdue: 'true', priority: ['critical'] },
  'overdue and completed': { overdue: 'true', status: ['completed'] },
  'overdue before a day': { overdue: 'true', dueTo: '2026-02-01' },
  'overdue and due later': { overdue: 'true', dueTo: '2026-12-31' },
  'due within': { dueFrom: '2026-02-10', dueTo: '2026-03-20' },
  'due within, of one status': { dueFrom: '2026-02-10', dueTo: '2026-03-20', status: ['pending'] },
  'created from': { createdFrom: '2026-02-01' },
  'created on one day': { createdFrom: '2026-02-01', createdTo: '2026-02-01' },
  'completed within': { completedFrom: '2026-01-10', completedTo: '2026-02-10' },
  'due and created within': { dueFrom: '2026-02-10', createdTo: '2026-02-10' },
  'an impossible range': { dueFrom: '2026-03-20', dueTo: '2026-02-10' },
}

const asText = (query: RequestListQuery) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(Array.isArray(value) ? value.join(',') : String(value))}`)
    .join('&')
const numbers = (rows: { requestId: string }[]) => rows.map(({ requestId }) => requestId)

describe.each(Object.entries(FILTERS))('filtered by %s', (_, filter) => {
  test('the list is as expected, page by page, in every order', async () => {
    const { app, ben } = office
    for (const sort of SORT_COLUMNS) {
      for (const order of ['asc', 'desc'] as const) {
        const should = numbers(expected({ ...filter, sort, order }, ben.id))
        const found: string[] = []
        for (let page = 1; ; page++) {
          const query = asText({ ...filter, sort, order })
          const { body } = await get(app, ben, `/api/requests?${query}&limit=25&page=${page}`)
          expect(body, query).toMatchObject({ total: should.length, exact: true })
          found.push(...numbers(body.requests))
          if (body.requests.length === 0) break
        }
        expect(found, `${sort} ${order}`).toEqual(should)
      }
    }
  })
})

const some = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })
const aDay = fc.integer({ min: -5, max: 90 }).map((days) => addDays('2026-01-05', days))
const ANY = {
  status: some(STATUS_KEYS),
  department: some(FIRST_DEPARTMENTS.keys),
  priority: some(PRIORITY_KEYS),
  assignedTo: fc.constantFrom('unassigned', ...people),
  requester: fc.constantFrom('me', ...people),
  overdue: fc.constant('true' as const),
  dueFrom: aDay,
  dueTo: aDay,
  createdFrom: aDay,
  createdTo: aDay,
  completedFrom: aDay,
  completedTo: aDay,
}
/** With more filters hardly anything would match. */
const anyQuery = fc
  .record({
    ...ANY,
    names: fc.subarray(Object.keys(ANY), { maxLength: 3 }),
    sort: fc.constantFrom(...SORT_COLUMNS, undefined),
    order: fc.constantFrom('asc', 'desc', undefined),
  })
  .map(({ names, sort, order, ...filters }): RequestListQuery => {
    const chosen = Object.entries(filters).filter(([name]) => names.includes(name))
    return { ...Object.fromEntries(chosen), ...(sort && { sort }), ...(order && { order }) }
  })

test.each(['all', 'own'] as const)(
  'random filters find what a plain filter over all rows finds, for people who see %s',
  async (visibility) => {
    const { app, services, ada } = office
    await services.settings.change({ visibility })
    const isSeen = (row: ServiceRequest) =>
      visibility === 'all' || row.requesterId === ada.id || row.assignedToId === ada.id
    await fc.assert(
      fc.asyncProperty(
        anyQuery,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 40 }),
        async (query, page, limit) => {
          const should = expected(query, ada.id).filter(isSeen)
          const { body } = await get(app, ada, `/api/requests?${asText({ ...query, page, limit })}`)
          expect(body).toMatchObject({ total: should.length, exact: true })
          expect(numbers(body.requests)).toEqual(numbers(should.slice((page - 1) * limit, page * limit)))
        },
      ),
      { numRuns: 100 },
    )
    await services.settings.change({ visibility: 'all' })
  },
)

test('with many departments each page is still read in department order', async () => {
  const { app, db, ada, ben, cleo } = office
  await office.reset()
  const keys: string[] = []
  for (let i = 0; i < 60; i++) {
    const { body } = await post(app, cleo, '/api/settings/departments', { name: `Branch ${i}` })
    keys.push(body.departments.at(-1).key)
  }
  const statuses = ['pending', 'in_progress', 'completed'] as const
  for (let i = 0; i < 80; i++) {
    const department = keys[(i * 7) % 60]!
    const status = statuses[i % 3]!
    await buildRequest(db, { requesterId: ada.id, department, status, priority: i % 2 ? 'low' : 'high' })
  }
  for (const query of ['', '&priority=low', '&status=pending,completed', '&dueFrom=2026-01-01', '&requester=me']) {
    for (const order of ['asc', 'desc']) {
      const found: string[] = []
      for (let page = 1; ; page++) {
        const { body } = await get(
          app,
          ada,
          `/api/requests?sort=department&order=${order}&limit=9&page=${page}${query}`,
        )
        found.push(...body.requests.map((row: ServiceRequest) => row.department))
        if (body.requests.length === 0) break
      }
      const places = found.map((key) => keys.indexOf(key))
      expect(places.length, query).toBeGreaterThan(20)
      expect(places, `${order} ${query}`).toEqual(
        places.toSorted((one, other) => (order === 'asc' ? one - other : other - one)),
      )
      expect((await get(app, ben, `/api/requests?limit=1${query.replace('me', ada.id)}`)).body.total).toBe(found.length)
    }
  }
})

const onSqlite = test.runIf(TEST_ENGINE === 'sqlite')

/** The index that SQLite reads for the page of a list, and how. */
async function readOf(query: RequestListQuery): Promise<string | undefined> {
  const { db, ben } = office
  const page = selectPage(db.read, criteriaOf(query, ben.id, null, OFFICE), pageOf(query)).compile(db.read)
  const explained = CompiledQuery.raw(`explain query plan ${page.sql}`, [...page.parameters])
  const steps = (await db.read.executeQuery<{ detail: string }>(explained)).rows.map(({ detail }) => detail)
  return steps.find((step) => step.includes('INDEX requests_by'))
}

onSqlite('SQLite looks where few requests are, not where those of a status are', async () => {
  const completed = { status: ['completed' as const], sort: 'title' as const }
  expect(await readOf({ ...completed, requester: 'me' })).toContain('requests_by_requester (requester_id=?)')
  expect(await readOf({ ...completed, assignedTo: 'unassigned' })).toContain('requests_by_assignee (assigned_to_id=?)')
  expect(await readOf({ ...completed, completedFrom: '2026-03-01' })).toContain(
    'requests_by_completed (completed_at>?)',
  )
  expect(await readOf({ dueFrom: '2026-03-01', dueTo: '2026-03-07' })).toContain(
    'requests_by_status_due (status=? AND due_date>? AND due_date<?)',
  )
  expect(await readOf({ createdFrom: '2026-03-01', department: ['it'] })).toContain(
    'requests_by_status_created (status=? AND created_at>?)',
  )
})

onSqlite('SQLite reads a long list in its order instead of sorting the rows of a status', async () => {
  for (const sort of ['title', 'updatedAt'] as const) {
    const index = sort === 'title' ? 'requests_by_title' : 'requests_by_updated'
    for (const query of [{}, { status: ['completed' as const] }, { department: ['it'], priority: ['low' as const] }]) {
      expect(await readOf({ ...query, sort }), sort).toBe(`SCAN requests USING COVERING INDEX ${index}`)
    }
  }
})
