import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import { addDays } from '../../../shared/dates.ts'
import { isOverdue, PRIORITIES, type ServiceRequest, SORT_COLUMNS, STATUSES } from '../../../shared/requests.ts'
import type { RequestListQuery } from '../../../shared/request-list.ts'
import { get, patch, post, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { TEST_ENGINE } from '../../testing/database.ts'
import { type Criteria, criteriaOf } from './criteria.ts'
import type { Page } from './page.ts'
import { mostSelectiveRange } from './index-range.ts'
import { filterThenSort, indexScan, type Plan } from './plan.ts'
import { selectPage } from './query.ts'
import { pageFromNearerEnd } from './service.ts'
import { filterCounts, totalOf } from './totals.ts'

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

  test('every plan finds the same rows, read from either end', async () => {
    const { db, ben } = office
    const criteria = criteriaOf(filter, ben.id, null, OFFICE)
    const { total } = await totalOf(db, criteria, await filterCounts(db, criteria, TODAY))
    // No status is left, so nothing can match and no plan is made.
    if (criteria.statuses?.length === 0) return expect(total).toBe(0)
    for (const sort of SORT_COLUMNS) {
      const should = numbers(expected({ ...filter, sort, order: 'asc' }, ben.id)).slice(3, 9)
      const rows = should.length
      for (const plan of await plansFor(criteria, sort)) {
        const read = async (limit: number, offset: number, isFromEnd: boolean) => {
          const page = { sort, order: 'asc', departments: FIRST_DEPARTMENTS.keys, limit, offset, isFromEnd } as const
          return (await selectPage(db.read, plan, page).execute(db.read)).rows.map((row) => row.request_id)
        }
        expect(await read(6, 3, false), `${sort} by ${plan.index}`).toEqual(should)
        if (rows === 0) continue
        const before = Math.max(0, total - 3 - rows)
        expect(await read(rows, before, true), `${sort} from the end by ${plan.index}`).toEqual(should)
      }
    }
  })
})

/** The result must not depend on which covering index the counters choose. */
async function plansFor(criteria: Criteria, sort: Page['sort']): Promise<Plan[]> {
  const indexRange = await mostSelectiveRange(office.db, criteria)
  const scan = indexScan(criteria, { sort, departments: FIRST_DEPARTMENTS.keys })
  if (indexRange === null) return [scan]
  const indices = new Set([indexRange.index, ...BY_STATUS])
  return [scan, ...Array.from(indices, (index) => filterThenSort(criteria, index))]
}
const BY_STATUS = ['requests_by_status', 'requests_by_status_department', 'requests_by_status_priority']

/** SQLite's query plan for the first page of a list that is read in order. */
async function stepsOf(criteria: Criteria, sort: Page['sort']): Promise<string[]> {
  const { db } = office
  const departments = FIRST_DEPARTMENTS.keys
  const page = { sort, order: 'desc', limit: 10, offset: 0, isFromEnd: false, departments } as const
  const query = selectPage(db.read, indexScan(criteria, page), page).compile(db.read)
  const explained = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters])
  return (await db.read.executeQuery<{ detail: string }>(explained)).rows.map(({ detail }) => detail)
}

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

onSqlite('SQLite reads each index in order and sorts only the page', async () => {
  for (const filter of Object.values(FILTERS)) {
    const criteria = criteriaOf(filter, office.ben.id, null, OFFICE)
    if (criteria.statuses?.length === 0) continue
    for (const sort of SORT_COLUMNS) {
      // The requests of one person are sorted by number instead.
      if (sort === 'assignedTo' && criteria.assignee !== null) continue
      const { index } = indexScan(criteria, { sort, departments: FIRST_DEPARTMENTS.keys })
      const steps = await stepsOf(criteria, sort)
      const said = `${sort} by ${index}: ${steps.join('; ')}`
      // The page itself is sorted, and so is each branch before the merge; a sort below that would add one per branch.
      const branches = steps.filter((step) => step === 'SCAN branch').length
      const sorts = steps.filter((step) => step.includes('TEMP B-TREE')).length
      expect(sorts, said).toBeLessThanOrEqual(1 + branches)
      expect(
        steps.filter((step) => /LAST .*TERM/.test(step)),
        said,
      ).toEqual([])
      expect(steps.join('\n')).toContain(index)
    }
  }
})

onSqlite('a list within dates passes what does not match without looking at its row', async () => {
  for (const name of ['overdue', 'due within', 'created from', 'due and created within']) {
    const criteria = criteriaOf(FILTERS[name]!, office.ben.id, null, OFFICE)
    for (const sort of ['requestId', 'status', 'department', 'priority', 'dueDate', 'createdAt'] as const) {
      const steps = (await stepsOf(criteria, sort)).filter((step) => step.includes('requests_by'))
      expect(steps.length, `${name} by ${sort}`).toBeGreaterThan(0)
      expect(
        steps.filter((step) => !step.includes('COVERING INDEX')),
        `${name} by ${sort}`,
      ).toEqual([])
    }
  }
})

test('the last page, counted from the end of a list that has become shorter than its offset, is empty', () => {
  const page: Page = { sort: 'department', order: 'asc', departments: [], offset: 20, limit: 10 }
  expect(pageFromNearerEnd(page, 25, true)).toMatchObject({ offset: 0, limit: 5 })
  expect(pageFromNearerEnd(page, 18, true)).toMatchObject({ offset: 0, limit: 0 })
})
