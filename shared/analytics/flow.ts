import { z } from 'zod'
import { PersonName } from '../users.ts'
import { OPEN_AND, OPEN_OR, OPEN_STATUSES } from '../request-rules.ts'
import { allSeries } from './status-series.ts'
import { checkPeriod, FILTERS, PERIOD } from './query.ts'
import { Compared, Percentiles, Rows, Durations, Scatter, Share } from './figures.ts'

/** Definition of each figure, published in the API document. Details in `docs/flow-metrics.md`. */
const DEFINITIONS = {
  leadTime: 'From creation to the last completion, of requests that are completed and were finished in the period.',
  cycleTime: 'From the first start of work to the last completion, of requests that were finished in the period.',
  cumulativeFlow: 'How many requests had been created by the end of each day, by the status they had then.',
  throughput: 'Requests created and requests closed (completed, rejected or cancelled) on each day.',
  netBacklog: `Requests that were ${OPEN_OR} at the end of each day.`,
  ageing: 'How long each open request has been in its present status, beside how long finished requests were in it.',
  timeInStatus: `All the time that a finished request spent ${OPEN_AND}, reopenings included.`,
  keptFirst: 'Finished on or before the due date that it was created with.',
  keptLast: 'Finished on or before the due date that it had when it was finished.',
  workload: 'Open requests now and requests finished in the period, by department and by assignee.',
  reopened: 'Of the requests closed in the period, those reopened in it or later.',
  rejected: 'Of the requests closed in the period, those rejected.',
} as const

export const FlowQuery = z.strictObject({ ...PERIOD, ...FILTERS }).superRefine(checkPeriod)
export type FlowQuery = z.infer<typeof FlowQuery>

/** Each array has a number for each day of the period up to today, oldest first. */
const Daily = z.array(z.int())
const CumulativeFlow = z.object({
  ...allSeries(() => Daily),
  /** the requests of one day: replace `{day}` with its date */
  rows: Rows,
})
const Throughput = z.object({
  arrived: Daily,
  completed: Daily,
  rejected: Daily,
  cancelled: Daily,
  reopened: Daily,
  /** open at the end of the day */
  backlog: Daily.describe(DEFINITIONS.netBacklog),
  totals: z.object({ arrived: Compared, closed: Compared, reopened: Compared, net: Compared }),
  /** replace `{from}` and `{to}` with dates; repeated closings and reopenings all count, and net is arrived − closed + reopened */
  rows: z.object({ arrived: Rows, closed: Rows, reopened: Rows }),
})

const AgeingStatus = z.object({
  status: z.enum(OPEN_STATUSES),
  count: z.int(),
  /** how long finished requests of the last year were in this status; null without any */
  past: Percentiles,
  isSmall: z.boolean(),
  /** how many are older than each percentile; `rows` lists them */
  above: z.object({ p50: z.int(), p85: z.int(), p95: z.int() }),
  /** the oldest, at most `MAX_POINTS` */
  points: z.object({ requestId: z.array(z.string()), age: z.array(z.number()) }),
  isCut: z.boolean(),
  rows: z.object({ all: Rows, above85: Rows }),
})

const DueDates = z.object({
  keptFirst: Share.describe(DEFINITIONS.keptFirst),
  keptLast: Share.describe(DEFINITIONS.keptLast),
  /** finished requests whose due date was moved at least once */
  moved: Share,
  /** changes of due dates in the period, of all requests: as many as the promise ledger lists */
  moves: z.int(),
  isSmall: z.boolean(),
})

const Load = z.object({
  open: z.int(),
  inProgress: z.int(),
  overdue: z.int(),
  finished: z.int(),
  /** of those: finished on or before the due date in force at the time */
  keptLast: z.int(),
  medianCycle: z.number().nullable(),
})
/** `cycle`: the finished requests that the median is computed from */
const LoadRows = z.object({ open: Rows, inProgress: Rows, overdue: Rows, finished: Rows, cycle: Rows })
const Workload = z.object({
  departments: z.array(Load.extend({ key: z.string() })),
  /** most open requests first, at most 100; `id` null: unassigned */
  assignees: z.array(Load.extend({ id: z.string().nullable(), name: PersonName.nullable() })),
  hasMoreAssignees: z.boolean(),
  /** replace `{department}` with the key, `{assignee}` with the id or `unassigned` */
  rows: z.object({ department: LoadRows, assignee: LoadRows }),
})

export const Period = z.object({ from: z.string(), to: z.string() })
/** Answer of GET /api/analytics/flow: all panels of the screen. */
export const Flow = z.object({
  /** the history is complete up to here */
  asOf: z.string(),
  timeZone: z.string(),
  period: Period,
  before: Period,
  days: z.enum(['calendar', 'working']),
  /** requests that match the filters, whenever they were created */
  requests: z.int(),
  /** the five figures above the charts */
  summary: z.object({
    completed: Compared,
    completedPerWeek: z.number(),
    medianCycle: Compared,
    /** per cent of finished requests */
    keptLast: Compared,
    open: z.int(),
    openAbove85: z.int(),
    /** median days from creation to the first change of status, of requests created in the period */
    firstAnswer: Compared,
  }),
  lead: Durations.extend({ scatter: Scatter }).describe(DEFINITIONS.leadTime),
  cycle: Durations.extend({ scatter: Scatter }).describe(DEFINITIONS.cycleTime),
  cumulative: CumulativeFlow.describe(DEFINITIONS.cumulativeFlow),
  throughput: Throughput.describe(DEFINITIONS.throughput),
  ageing: z.array(AgeingStatus).describe(DEFINITIONS.ageing),
  timeInStatus: z
    .array(
      z.object({
        status: z.enum(OPEN_STATUSES),
        percentiles: Percentiles,
        total: z.number(),
        count: z.int(),
        rows: Rows,
      }),
    )
    .describe(DEFINITIONS.timeInStatus),
  dueDates: DueDates,
  workload: Workload.describe(DEFINITIONS.workload),
  outcomes: z.object({
    reopened: Share.describe(DEFINITIONS.reopened),
    rejected: Share.describe(DEFINITIONS.rejected),
    cancelled: Share,
  }),
})
export type Flow = z.infer<typeof Flow>
