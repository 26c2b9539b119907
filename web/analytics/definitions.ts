import type { Mark } from '../../shared/analytics/rows.ts'
import { OPEN_AND, OPEN_OR } from '../../shared/request-rules.ts'
import { upperFirst } from '../../shared/wording.ts'

/** What each figure means, in one or two sentences. `docs/flow-metrics.md` says more. */
export const DEFINITIONS = {
  completed: 'Requests that are completed now and whose last completion was in the period.',
  medianCycle:
    'Half of the requests finished in the period took at most this long from the first start of work to the last completion.',
  kept: 'Of the requests finished in the period: those finished on or before the due date that they had when they were finished.',
  open: `Requests that are ${OPEN_OR} now. Above the 85% line: in their status for longer than 85% of the requests finished in the last year were.`,
  firstAnswer:
    'Half of the requests created in the period that had a change of status had their first one within this time.',
  lead: 'From the creation of a request to its last completion, of requests that are completed now and were finished in the period. Within the time of the 85% line, 85% of them were finished.',
  cycle:
    'From the first start of work (the first move to In Progress) to the last completion, of requests finished in the period. Requests on which work was never started have none. Within the time of the 85% line, 85% of them were finished.',
  cumulativeFlow:
    'How many requests had been created by the end of each day, by the status they had then. Closed are completed, rejected and cancelled ones.',
  ageing:
    'Age: how long an open request has been in its present status. Shading: how long requests finished in the last 365 days had been in it altogether. By the age of the 85% line, 85% of them had left it.',
  throughput: `Arrived: created on a day. Closed: completed, rejected or cancelled on a day; a request that is closed twice counts twice. Net: arrived less closed, plus reopened. Backlog: ${OPEN_OR} at the end of a day.`,
  timeInStatus: `All the time that requests finished in the period spent ${OPEN_AND}, reopenings included.`,
  dueDates:
    'First promise: finished on or before the due date that the request was created with. Last promise: on or before the due date that it had when it was finished. A date that was moved as it was finished, or after that, does not count.',
  ledger:
    'Every change of a due date in the period: who made it, from which date to which, the reason given with the change, and whether the date before had already passed.',
  workload:
    'Open, in progress and overdue now; finished in the period, with the median cycle time. By what a request is now: its department and its assignee.',
  outcomes:
    'Of the requests closed in the period. Reopened: opened again afterwards, within the period or later. Rejected and cancelled: at least once in the period.',
  whatIf:
    'Two futures that differ by the change alone, each simulated many times from the days of the last twelve weeks. What is in progress is closed first, then by priority, due date and number.',
} as const

/** What the requests behind a mark have in common, as the start of a sentence. */
export const MARK_WORDS: Record<Mark, string> = {
  all: 'All requests',
  arrived: 'Requests created',
  answered: 'Requests created that had a first answer',
  finished: 'Requests finished',
  closed: 'Requests closed',
  open: 'Open requests',
  overdue: 'Overdue requests',
  'kept-first': 'Requests that kept their first due date',
  'missed-first': 'Requests that missed their first due date',
  'kept-last': 'Requests that kept their last due date',
  'missed-last': 'Requests that missed their last due date',
  moved: 'Finished requests whose due date was moved',
  reopened: 'Closed requests that were reopened',
  rejected: 'Requests rejected',
  cancelled: 'Requests cancelled',
  at: 'Requests at the end of a day',
  closings: 'Closings',
  reopenings: 'Reopenings',
}

export const MARK_DEFINITIONS: Record<Mark, string> = {
  all: 'Every request that the filters leave, whenever it was created.',
  arrived: 'Created in the period.',
  answered: 'Created in the period, with at least one change of status since.',
  finished: 'Completed now, with the last completion in the period.',
  closed: 'Completed, rejected or cancelled in the period, at least once.',
  open: `${upperFirst(OPEN_OR)} now.`,
  overdue: `${upperFirst(OPEN_OR)} now, with a due date before today.`,
  'kept-first': 'Finished in the period, on or before the due date that the request was created with.',
  'missed-first': 'Finished in the period, after the due date that the request was created with.',
  'kept-last': 'Finished in the period, on or before the due date that the request had then.',
  'missed-last': 'Finished in the period, after the due date that the request had then.',
  moved: 'Finished in the period, with a due date that was moved at least once.',
  reopened: 'Closed in the period, and opened again afterwards.',
  rejected: 'Rejected in the period, at least once.',
  cancelled: 'Cancelled in the period.',
  at: 'By the status that each request had at the end of the day.',
  closings:
    'Each time that a request was completed, rejected or cancelled in the period: one that was closed twice is here twice.',
  reopenings: 'Each time that a closed request was opened again in the period, whenever it had been closed.',
}
