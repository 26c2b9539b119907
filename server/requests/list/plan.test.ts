import { expect, test } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import type { RequestListQuery } from '../../../shared/requests.ts'
import { criteriaOf, pageOf } from './criteria.ts'
import { planPage } from './plan.ts'

const OFFICE = { today: '2026-03-10', timeZone: 'UTC', departments: FIRST_DEPARTMENTS }

function planFor(query: RequestListQuery, total: number, scope: { ownOf: string } | null = null) {
  const criteria = criteriaOf(query, 'user-ada', scope, OFFICE)
  const { index, branches } = planPage(criteria, pageOf(query, OFFICE), {
    total: Math.min(total, 100_000),
    exact: total < 100_000,
  })
  return { index, branches: branches.length }
}

test('few matches that lie together are found and sorted, many are read in the order asked for', () => {
  const overdue = { overdue: 'true' } as const
  expect(planFor(overdue, 400)).toEqual({ index: 'requests_by_status_due', branches: 1 })
  expect(planFor(overdue, 400_000)).toEqual({ index: 'requests_by_status', branches: 2 })
  expect(planFor({ requester: 'me', sort: 'title' }, 20)).toEqual({ index: 'requests_by_requester', branches: 1 })
  expect(planFor({ requester: 'me', sort: 'title' }, 90_000)).toEqual({ index: 'requests_by_title', branches: 1 })
})

test('what a person asked for or works on is in the order of the numbers already', () => {
  expect(planFor({ requester: 'me' }, 9000)).toEqual({ index: 'requests_by_requester', branches: 1 })
  expect(planFor({ assignedTo: 'unassigned' }, 9000)).toEqual({ index: 'requests_by_assignee', branches: 1 })
})

test('a list in order has a branch for each status, and by department for each of both', () => {
  expect(planFor({}, 100)).toEqual({ index: 'requests_by_number', branches: 1 })
  expect(planFor({ sort: 'dueDate' }, 100)).toEqual({ index: 'requests_by_status_due', branches: 5 })
  expect(planFor({ sort: 'department', status: ['pending', 'completed'] }, 100).branches).toBe(
    2 * planFor({ sort: 'department', status: ['pending'] }, 100).branches,
  )
})

test('who sees only their own is held to no index over all', () => {
  expect(planFor({ sort: 'title' }, 9000, { ownOf: 'user-ada' })).toEqual({ index: null, branches: 1 })
})
