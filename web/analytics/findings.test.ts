import { expect, test } from 'vitest'
import type { Flow } from '../../shared/analytics/flow.ts'
import { FLOW } from './example.ts'
import {
  assigneeFinding,
  departmentFinding,
  dueDatesFinding,
  movesFinding,
  outcomesFinding,
  throughputFinding,
  timeInStatusFinding,
} from './findings.ts'
import { changeInCount, changeInDays, changeInPoints } from './words.ts'
import { changeWords, laterFinding, tooLittle, whatIfFinding } from './what-if/findings.ts'
import { WHAT_IF } from './what-if/example.ts'

/** @param reopened counts in the net change as well */
function throughput(arrived: number, closed: number, reopened: number, backlog: number[]): Flow {
  const compared = (value: number) => ({ value, before: 0 })
  const totals = {
    arrived: compared(arrived),
    closed: compared(closed),
    reopened: compared(reopened),
    net: compared(arrived - closed + reopened),
  }
  return { ...FLOW, throughput: { ...FLOW.throughput, backlog, totals } }
}
const dueDates = (first: number, last: number, of = 40): Flow => ({
  ...FLOW,
  dueDates: {
    ...FLOW.dueDates,
    keptFirst: { ...FLOW.dueDates.keptFirst, count: first, of },
    keptLast: { ...FLOW.dueDates.keptLast, count: last, of },
  },
})
const ONE_DEPARTMENT: Flow = {
  ...FLOW,
  workload: { ...FLOW.workload, departments: [{ ...FLOW.workload.departments[0]!, key: 'operations', open: 8 }] },
}
const ONE_OPEN: Flow = {
  ...FLOW,
  workload: { ...FLOW.workload, departments: [{ ...FLOW.workload.departments[0]!, key: 'operations', open: 1 }] },
}

test.each([
  [throughputFinding(FLOW), 'The backlog grew by 6, from 6 to 12'],
  [throughputFinding(throughput(4, 7, 0, [12, 9])), 'The backlog shrank by 3, from 12 to 9'],
  [throughputFinding(throughput(5, 5, 0, [9, 9])), 'As many closed as arrived: the backlog stays at 9'],
  [throughputFinding(throughput(5, 7, 2, [9, 9])), 'The backlog stays at 9'],
  [throughputFinding(throughput(0, 0, 3, [9, 12])), 'The backlog grew by 3, from 9 to 12'],
  [throughputFinding(throughput(0, 0, 0, [9, 9])), 'Nothing arrived and nothing was closed'],
  [timeInStatusFinding(FLOW), '25% of the time, requests wait for review'],
  [timeInStatusFinding({ ...FLOW, lead: { ...FLOW.lead, count: 0 } }), 'Nothing was finished in this period'],
  [dueDatesFinding(FLOW), '78% kept their last promise, but only 60% their first'],
  [dueDatesFinding(dueDates(24, 24)), '60% were finished by the date first promised'],
  [dueDatesFinding(dueDates(30, 20)), '75% kept their first promise, but only 50% a date that was moved forward'],
  [dueDatesFinding(dueDates(199, 201, 400)), '50% were finished by the date first promised'],
  [dueDatesFinding(dueDates(0, 0, 0)), 'Nothing was finished in this period'],
  [outcomesFinding(FLOW), '4% of closed requests were reopened, 10% rejected, 2% cancelled'],
  [departmentFinding(ONE_OPEN, (key) => key.toUpperCase()), 'OPERATIONS has the only open request'],
  [departmentFinding(FLOW, (key) => key.toUpperCase()), 'OPERATIONS has 8 of the 12 requests that are open'],
  [departmentFinding(ONE_DEPARTMENT, (key) => key.toUpperCase()), 'OPERATIONS has all 8 open requests'],
  [assigneeFinding(FLOW), 'Ben Manages has the most open: 7; 5 requests have no assignee'],
  [movesFinding(0), 'No due date was moved in this period'],
  [movesFinding(1), 'One due date was moved'],
  [movesFinding(1284), 'Due dates were moved 1,284 times'],
])('the panels say in a sentence what their figures say: %#', (figures, sentence) => {
  expect(figures).toBe(sentence)
})

test('a change says its direction, and whether that is wanted', () => {
  expect(changeInDays(16, 19)).toEqual({ text: '3 days shorter', isUp: false, isGood: true })
  expect(changeInDays(1.84, 1.52)).toEqual({ text: '0.3 days longer', isUp: true, isGood: false })
  // A difference below the displayed precision counts as no change.
  expect(changeInDays(1.84, 1.82)).toEqual({ text: 'as before', isUp: null, isGood: null })
  expect(changeInDays(16, null)).toBeNull()
  expect(changeInPoints(78.2, 72.4)).toEqual({ text: '6 points', isUp: true, isGood: true })
  expect(changeInPoints(71, 72)).toEqual({ text: '1 point', isUp: false, isGood: false })
  expect(changeInCount(1300, 16)).toEqual({ text: '1,284 more than before', isUp: true, isGood: null })
  expect(changeInCount(3, 4, true)).toEqual({ text: '1 fewer than before', isUp: false, isGood: false })
})

const NOTHING = { people: null, arrivals: null, limit: null, pull: null }

test('a what-if says what was changed, and what that comes to', () => {
  expect(changeWords({ ...NOTHING, people: 150 })).toBe('With 150% of the people')
  expect(changeWords({ people: 150, arrivals: 80, limit: 10, pull: 'RFD-2026-0042' })).toBe(
    'With 150% of the people, 80% of the arrivals, at most 10 in progress and RFD-2026-0042 first',
  )
  const people = { ...NOTHING, people: 150 }
  expect(whatIfFinding(WHAT_IF, people)).toBe(
    'With 150% of the people, all 12 requests open now are likely closed by 3 Dec 2026, 10 days earlier',
  )
  const never = { ...WHAT_IF, changed: { ...WHAT_IF.changed, done: { p50: null, p85: null } } }
  expect(whatIfFinding(never, people)).toContain('not all closed within five years')
  const busier = { ...WHAT_IF, changed: { ...WHAT_IF.changed, done: WHAT_IF.now.done } }
  expect(whatIfFinding(busier, { ...NOTHING, arrivals: 150 })).toBe(
    'With 150% of the arrivals, 6 requests are likely open on 14 Feb 2027 instead of 14',
  )
  const same = { ...WHAT_IF, changed: WHAT_IF.now }
  expect(whatIfFinding(same, people)).toContain('the same day as without')
  expect(laterFinding(WHAT_IF)).toBe('1 request of 12 would finish later with a chance of one in ten or more')
  expect(laterFinding({ ...WHAT_IF, later: { count: 0, of: 12, requests: [] } })).toBe(
    'No request is likely to finish later because of it',
  )
  expect(tooLittle({ kind: 'too-little', asOf: '', days: 1, closed: 2, needs: { days: 28, closed: 30 } })).toBe(
    'This needs 28 days of history and 30 requests closed in the last twelve weeks. So far there are 1 day and 2 requests.',
  )
})
