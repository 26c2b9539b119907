import { expect, test } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import type { RequestListQuery } from '../../../shared/request-list.ts'
import { criteriaOf } from './criteria.ts'
import { pageOf } from './page.ts'
import { planPage } from './plan.ts'

const OFFICE = { today: '2026-03-10', timeZone: 'UTC', departments: FIRST_DEPARTMENTS }
const DUE = 'requests_by_status_due'
const ASSIGNEE = 'requests_by_assignee'

/** The plan for a million requests, of which `total` match and lie within `rows` entries of `index`. */
function planFor(query: RequestListQuery, total: number, index: string | null, rows = total) {
  const criteria = criteriaOf(query, 'user-ada', null, OFFICE)
  const indexRange = index === null ? null : { index, rows }
  const known = { all: 1_000_000, total: null, rowsToFilter: rows, indexRange }
  const page = pageOf(query, OFFICE)
  const plan = planPage(criteria, page, { total: Math.min(total, 100_000), exact: total < 100_000 }, known)
  return { index: plan.index, branches: plan.branches.length }
}

test('few adjacent matches are filtered and sorted, many are read in sort order', () => {
  const overdue = { overdue: 'true' } as const
  expect(planFor(overdue, 400, DUE)).toEqual({ index: DUE, branches: 1 })
  expect(planFor(overdue, 400_000, DUE)).toEqual({ index: 'requests_by_status', branches: 2 })
  const mine = { requester: 'me', sort: 'title' } as const
  expect(planFor(mine, 20, 'requests_by_requester')).toEqual({ index: 'requests_by_requester', branches: 1 })
  expect(planFor(mine, 90_000, 'requests_by_requester')).toEqual({ index: 'requests_by_title', branches: 1 })
})

test('titles and people do not correlate with dates: they are scanned once ten matches come early enough', () => {
  const late = { department: ['it'], overdue: 'true', sort: 'title' } as const
  expect(planFor({ ...late, department: ['it'] }, 3000, DUE)).toEqual({ index: DUE, branches: 1 })
  expect(planFor({ ...late, department: ['it'] }, 4000, DUE)).toEqual({ index: 'requests_by_title', branches: 1 })
})

test('a list that begins with the matches is scanned in order, one that ends with them is sorted', () => {
  const since = { createdFrom: '2026-01-01', priority: ['low'], sort: 'priority' } as const
  const plan = (order: 'asc' | 'desc') =>
    planFor({ ...since, priority: ['low'], order }, 40_000, 'requests_by_status_created', 200_000)
  expect(plan('desc')).toEqual({ index: 'requests_by_status_priority', branches: 5 })
  expect(plan('asc')).toEqual({ index: 'requests_by_status_created', branches: 1 })
})

test('the requests of a requester or assignee are already in number order', () => {
  expect(planFor({ requester: 'me' }, 9000, 'requests_by_requester')).toEqual({
    index: 'requests_by_requester',
    branches: 1,
  })
  expect(planFor({ assignedTo: 'unassigned' }, 9000, ASSIGNEE)).toEqual({ index: ASSIGNEE, branches: 1 })
})

test('a scan has a branch per status, and by department one per status and department', () => {
  expect(planFor({}, 100, null)).toEqual({ index: 'requests_by_number', branches: 1 })
  expect(planFor({ sort: 'dueDate' }, 100, null)).toEqual({ index: DUE, branches: 5 })
  expect(planFor({ sort: 'department', status: ['pending', 'completed'] }, 100, null).branches).toBe(
    2 * planFor({ sort: 'department', status: ['pending'] }, 100, null).branches,
  )
})

test('for people who see only their own requests no index is forced', () => {
  const criteria = criteriaOf({ sort: 'title' }, 'user-ada', { ownOf: 'user-ada' }, OFFICE)
  const known = { all: 9000, total: null, rowsToFilter: 9000, indexRange: null }
  const plan = planPage(criteria, pageOf({ sort: 'title' }, OFFICE), { total: 9000, exact: true }, known)
  expect(plan).toMatchObject({ index: null, branches: [criteria] })
})
