import { expect, test } from 'vitest'
import { criteriaOf } from './criteria.ts'
import { isSlow, type Known, planPage } from './plan.ts'

const OFFICE = { today: '2026-03-10', timeZone: 'UTC' }
const NEWEST_FIRST = { sort: 'requestId', order: 'desc', limit: 10, offset: 0 } as const

/** The plan for the overdue requests of an office, a third of whose open ones are. */
function overdueWith(open: number) {
  const criteria = criteriaOf({ overdue: 'true' }, 'user-ada', null, OFFICE)
  const [range, nothing] = [Math.round(open / 3), null]
  const known: Known = {
    all: open * 25,
    status: open,
    department: nothing,
    priority: nothing,
    assignee: nothing,
    assigneeWithStatus: nothing,
    requester: nothing,
    range,
    own: nothing,
  }
  return planPage(criteria, NEWEST_FIRST, 10, range, known)
}

test('few are gathered and sorted, of many the newest are walked through', () => {
  expect(overdueWith(400)).toMatchObject({ isGuess: false, walk: { index: 'requests_by_status_due' } })
  expect(overdueWith(40_000)).toMatchObject({ isGuess: true, walk: { index: 'requests_by_status' } })
})

test('a walk leaves the main thread only where it could turn out to be long', () => {
  expect(isSlow(overdueWith(400))).toBe(false)
  expect(isSlow(overdueWith(40_000))).toBe(false)
  expect(isSlow(overdueWith(400_000))).toBe(true)
})
