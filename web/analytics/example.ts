import type { Flow } from '../../shared/analytics/flow.ts'
import type { Share } from '../../shared/analytics/figures.ts'

const ROWS = '/api/analytics/rows?from=2026-11-16&to=2026-11-22&days=calendar'
const compared = (value: number | null, before: number | null) => ({ value, before })
const lines = (p50: number) => ({ p50, p70: p50 * 2, p85: p50 * 3, p95: p50 * 5 })
const share = (count: number, of: number, mark: string, before = { count: 0, of: 0 }): Share => ({
  count,
  of,
  before,
  rows: `${ROWS}&mark=${mark}`,
})
const load = (open: number) => ({ open, inProgress: 2, overdue: 1, finished: 20, keptLast: 15, medianCycle: 4 })
const loadRows = (of: string) => ({
  open: `${ROWS}&mark=open&${of}`,
  inProgress: `${ROWS}&mark=open&status=in_progress&${of}`,
  overdue: `${ROWS}&mark=overdue&${of}`,
  finished: `${ROWS}&mark=finished&${of}`,
  cycle: `${ROWS}&mark=finished&measure=cycle&${of}`,
})
const durations = (measure: string) => ({
  count: 40,
  isSmall: false,
  percentiles: lines(10),
  before: { count: 30, percentiles: lines(13) },
  rows: `${ROWS}&mark=finished&measure=${measure}`,
  scatter: { kind: 'points' as const, requestId: ['RFD-2026-0001'], day: [2], value: [10] },
})

/** A week of an office, for tests. */
export const FLOW: Flow = {
  asOf: '2026-11-22T09:14:00.000Z',
  timeZone: 'UTC',
  period: { from: '2026-11-16', to: '2026-11-22' },
  before: { from: '2026-11-09', to: '2026-11-15' },
  days: 'calendar',
  requests: 90,
  summary: {
    completed: compared(40, 31),
    completedPerWeek: 40,
    medianCycle: compared(10, 13),
    keptLast: compared(78, 72),
    open: 12,
    openAbove85: 3,
    firstAnswer: compared(1.84, null),
  },
  lead: durations('lead'),
  cycle: durations('cycle'),
  cumulative: {
    pending: [4, 4, 5, 5, 5, 6, 6],
    inProgress: [5, 5, 5, 6, 6, 6, 6],
    completed: [60, 61, 62, 63, 64, 65, 66],
    rejected: [2, 2, 2, 2, 2, 2, 2],
    cancelled: [1, 1, 1, 1, 1, 1, 1],
    rows: `/api/analytics/rows?from=2026-11-16&to={day}&days=calendar&mark=at&status={status}`,
  },
  throughput: {
    arrived: [3, 2, 4, 1, 0, 2, 3],
    completed: [1, 1, 1, 1, 1, 1, 1],
    rejected: [0, 1, 0, 0, 0, 0, 0],
    cancelled: [0, 0, 0, 1, 0, 0, 0],
    reopened: [0, 0, 0, 0, 0, 0, 0],
    backlog: [8, 8, 11, 10, 9, 10, 12],
    totals: { arrived: compared(15, 10), closed: compared(9, 10), reopened: compared(0, 0), net: compared(6, 0) },
    rows: {
      arrived: '/api/analytics/rows?from={from}&to={to}&mark=arrived',
      closed: '/api/analytics/rows?from={from}&to={to}&mark=closings',
      reopened: '/api/analytics/rows?from={from}&to={to}&mark=reopenings',
    },
  },
  ageing: [],
  timeInStatus: [
    { status: 'pending', percentiles: lines(3), total: 25, count: 40, rows: `${ROWS}&mark=finished&measure=pending` },
    {
      status: 'in_progress',
      percentiles: lines(9),
      total: 75,
      count: 40,
      rows: `${ROWS}&mark=finished&measure=in_progress`,
    },
  ],
  dueDates: {
    keptFirst: share(24, 40, 'kept-first', { count: 20, of: 40 }),
    keptLast: share(31, 40, 'kept-last', { count: 20, of: 40 }),
    moved: share(11, 40, 'moved'),
    moves: 14,
    isSmall: false,
  },
  workload: {
    departments: [
      { key: 'operations', ...load(8) },
      { key: 'security', ...load(4) },
    ],
    assignees: [
      { id: 'ben', name: { firstName: 'Ben', lastName: 'Manages' }, ...load(7) },
      { id: null, name: null, ...load(5) },
    ],
    hasMoreAssignees: false,
    rows: { department: loadRows('department={department}'), assignee: loadRows('assignee={assignee}') },
  },
  outcomes: {
    reopened: share(2, 50, 'reopened', { count: 2, of: 100 }),
    rejected: share(5, 50, 'rejected'),
    cancelled: share(1, 50, 'cancelled'),
  },
}
