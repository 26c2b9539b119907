import { z } from 'zod'
import { isCalendarDate, INVALID_DATE, reference } from './text.ts'
import { MOST_DEPARTMENTS, Department, Priority, ServiceRequest, Status } from './requests.ts'
import { DevelopmentType } from './ai.ts'
import { PersonName } from './users.ts'
import { wholeNumber } from './whole-number.ts'

/** Days of the period when none is asked for: half a year. */
export const DEFAULT_PERIOD_DAYS = 182
const LONGEST_PERIOD_DAYS = 3660

/** What each figure means, as the document of the API says it. `docs/flow-metrics.md` says more. */
const DEFINITIONS = {
  leadTime: 'From creation to the last completion, of requests that are completed and were finished in the period.',
  cycleTime: 'From the first start of work to the last completion, of requests that were finished in the period.',
  cumulativeFlow: 'How many requests had been created by the end of each day, by the status they had then.',
  throughput: 'Requests created and requests closed (completed, rejected or cancelled) on each day.',
  netBacklog: 'Requests that were pending or in progress at the end of each day.',
  ageing: 'How long each open request has been in its present status, beside how long finished requests were in it.',
  timeInStatus: 'All the time that a finished request spent pending and in progress, reopenings included.',
  keptFirst: 'Finished on or before the due date that it was created with.',
  keptLast: 'Finished on or before the due date that it had when it was finished.',
  workload: 'Open requests now and requests finished in the period, by department and by assignee.',
  reopened: 'Of the requests closed in the period, those reopened in it or later.',
  rejected: 'Of the requests closed in the period, those rejected.',
  forecast: 'Thousands of futures, each day of which closes as many requests as a random day of the last twelve weeks.',
} as const

const date = z.string().refine(isCalendarDate, INVALID_DATE)
function listOf<T extends z.ZodType<string, string>>(item: T, most = 20) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(item).max(most))
}

const FILTERS = {
  department: listOf(Department, MOST_DEPARTMENTS).optional(),
  priority: listOf(Priority).optional(),
  /** development types, as classified */
  type: listOf(DevelopmentType).optional(),
  /** a person's id, or `unassigned` */
  assignee: reference().optional(),
}
const PERIOD = {
  /** first and last day of the period, office time; today and half a year before by default */
  from: date.optional(),
  to: date.optional(),
  /** in what durations are counted */
  days: z.enum(['calendar', 'working']).optional(),
}

/** The filters are about requests as they are now. */
export const FlowQuery = z.strictObject({ ...PERIOD, ...FILTERS }).superRefine(checkPeriod)
export type FlowQuery = z.infer<typeof FlowQuery>
export const MAY_NOT_END_BEFORE = 'The period must not end before it begins'

function checkPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }, context: z.RefinementCtx) {
  if (from === undefined || to === undefined) return
  if (to < from) context.addIssue({ code: 'custom', path: ['to'], message: MAY_NOT_END_BEFORE })
  else if ((Date.parse(to) - Date.parse(from)) / 86_400_000 >= LONGEST_PERIOD_DAYS) {
    context.addIssue({ code: 'custom', path: ['to'], message: 'The period can be ten years at most' })
  }
}

/** A figure in the period and in the period of the same length before it. */
const Compared = z.object({ value: z.number().nullable(), before: z.number().nullable() })

/** Days at the lines of 50, 70, 85 and 95 per cent, null without any; `rows` opens the requests behind it. */
const Percentiles = z.object({ p50: z.number(), p70: z.number(), p85: z.number(), p95: z.number() }).nullable()
export type Percentiles = z.infer<typeof Percentiles>

/** `rows`: the address of the requests behind a figure, a call of `GET /api/analytics/rows`. */
const Rows = z.string()
const Durations = z.object({
  count: z.int(),
  isSmall: z.boolean(),
  percentiles: Percentiles,
  before: z.object({ count: z.int(), percentiles: Percentiles }),
  rows: Rows,
})

/**
 * Finished requests by the day they were finished on and how many days they took: one by one, or with more than
 * `MOST_POINTS` the number in each cell of a grid. A narrower period brings the points back.
 * Columns instead of rows: `number[i]`, `day[i]` (days since `from`), `value[i]`.
 */
const Scatter = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('points'),
    number: z.array(z.int()),
    requestId: z.array(z.string()),
    day: z.array(z.int()),
    value: z.array(z.number()),
  }),
  z.object({
    kind: z.literal('density'),
    /** a cell covers `daysWide` days from `day[i]` and durations from `value[i]` to `value[i] + high` */
    daysWide: z.int(),
    high: z.number(),
    day: z.array(z.int()),
    value: z.array(z.number()),
    count: z.array(z.int()),
  }),
])
export type Scatter = z.infer<typeof Scatter>

/** Each array has a number for each day of the period up to today, oldest first. */
const Daily = z.array(z.int())
const CumulativeFlow = z.object({
  pending: Daily,
  inProgress: Daily,
  completed: Daily,
  rejected: Daily,
  cancelled: Daily,
  /** a day's requests: put its date for `{day}` */
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
  totals: z.object({ arrived: Compared, closed: Compared, net: Compared }),
  /** put dates for `{from}` and `{to}` */
  rows: z.object({ arrived: Rows, closed: Rows }),
})

const AgeingStatus = z.object({
  status: z.enum(['pending', 'in_progress']),
  count: z.int(),
  /** how long finished requests of the last year were in this status; null without any */
  past: Percentiles,
  isSmall: z.boolean(),
  /** older than each line: what that opens is `rows` */
  above: z.object({ p50: z.int(), p85: z.int(), p95: z.int() }),
  /** the oldest, at most `MOST_POINTS` */
  points: z.object({ number: z.array(z.int()), requestId: z.array(z.string()), age: z.array(z.number()) }),
  isCut: z.boolean(),
  rows: z.object({ all: Rows, above85: Rows }),
})

const Share = z.object({ count: z.int(), of: z.int(), before: z.object({ count: z.int(), of: z.int() }), rows: Rows })
export type Share = z.infer<typeof Share>

const DueDates = z.object({
  keptFirst: Share.describe(DEFINITIONS.keptFirst),
  keptLast: Share.describe(DEFINITIONS.keptLast),
  /** finished ones whose due date was moved at least once, and all moves of theirs */
  moved: Share,
  moves: z.int(),
  isSmall: z.boolean(),
})

const Load = z.object({
  open: z.int(),
  inProgress: z.int(),
  overdue: z.int(),
  finished: z.int(),
  medianCycle: z.number().nullable(),
  rows: z.object({ open: Rows, finished: Rows }),
})
const Workload = z.object({
  departments: z.array(Load.extend({ key: z.string() })),
  /** those with most open first, at most a hundred; `id` null: unassigned */
  assignees: z.array(Load.extend({ id: z.string().nullable(), name: PersonName.nullable() })),
  hasMoreAssignees: z.boolean(),
})

const Period = z.object({ from: z.string(), to: z.string() })
/** Answer of GET /api/analytics/flow: all panels of the screen. */
export const Flow = z.object({
  /** the history is known up to here */
  asOf: z.string(),
  timeZone: z.string(),
  period: Period,
  before: Period,
  days: z.enum(['calendar', 'working']),
  /** requests that the filters leave, whenever they were created */
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
        status: z.enum(['pending', 'in_progress']),
        percentiles: Percentiles,
        total: z.number(),
        count: z.int(),
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

const count = wholeNumber(100_000, 'count must be a whole number from 1 to 100000').optional()
export const ForecastQuery = z.strictObject({
  ...FILTERS,
  /** when so many are done; all that are open by default */
  count,
  /** how many are done by this day; four weeks from today by default */
  by: date.optional(),
})
export type ForecastQuery = z.infer<typeof ForecastQuery>

/** Why there is no forecast. */
const TooLittle = z.object({
  kind: z.literal('too-little'),
  asOf: z.string(),
  /** what there is, and what it takes */
  days: z.int(),
  closed: z.int(),
  needs: z.object({ days: z.int(), closed: z.int() }),
})
const BackTest = z.object({
  /** forecasts made as of past days, each about the four weeks that followed */
  forecasts: z.int(),
  /** how often at least as many were closed as was said with 50, 70, 85 and 95 per cent */
  covered: z.object({ p50: z.int(), p70: z.int(), p85: z.int(), p95: z.int() }),
  /** each forecast: the day it was made as of, what it said, what came */
  points: z.array(z.object({ day: z.string(), p50: z.int(), p85: z.int(), p95: z.int(), actual: z.int() })),
})
/** Answer of GET /api/analytics/forecast. */
export const Forecast = z.discriminatedUnion('kind', [
  TooLittle,
  z.object({
    kind: z.literal('forecast'),
    asOf: z.string(),
    runs: z.int().describe(DEFINITIONS.forecast),
    /** the days whose pace is drawn from */
    sample: Period.extend({ closed: z.int() }),
    count: z.int(),
    /** by which day `count` are done, with so many per cent; null: not within five years */
    done: z.object({
      p50: z.string().nullable(),
      p70: z.string().nullable(),
      p85: z.string().nullable(),
      p95: z.string().nullable(),
    }),
    /** how likely they are done just on each day, from `first` on; days without any run are left out at both ends */
    histogram: z.object({ first: z.string(), daysWide: z.int(), share: z.array(z.number()) }),
    by: z.string(),
    /** at least so many are done by then, with so many per cent */
    doneBy: z.object({ p50: z.int(), p70: z.int(), p85: z.int(), p95: z.int() }),
    backTest: BackTest.nullable(),
    rows: Rows,
  }),
])
export type Forecast = z.infer<typeof Forecast>

const percent = (most: number, message: string) =>
  z
    .string()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .pipe(z.number().max(most, message))
    .optional()

export const WhatIfQuery = z.strictObject({
  ...FILTERS,
  /** per cent of the people who close requests now: 150 is half as many again */
  people: percent(1000, 'people must be a whole number of per cent from 0 to 1000'),
  /** per cent of the requests that arrive now */
  arrivals: percent(1000, 'arrivals must be a whole number of per cent from 0 to 1000'),
  /** at most so many in progress at a time */
  limit: wholeNumber(100_000, 'limit must be a whole number from 1 to 100000').optional(),
  /** the id or number (RFD-…) of an open request that is taken up next */
  pull: reference().optional(),
})
export type WhatIfQuery = z.infer<typeof WhatIfQuery>

const Outlook = z.object({
  /** by which day all that are open now are closed; null: not within two years */
  done: z.object({ p50: z.string().nullable(), p85: z.string().nullable() }),
  /** open requests in four and in twelve weeks */
  backlog: z.array(z.object({ day: z.string(), p15: z.int(), p50: z.int(), p85: z.int() })),
  /** days from start to close of those that are started next; null without a limit that is ever reached */
  cycle: z.object({ p50: z.number(), p85: z.number() }).nullable(),
})
const Delayed = z.object({
  number: z.int(),
  requestId: z.string(),
  dueDate: z.string(),
  /** the day by which it is closed, as likely as not; null: not within two years */
  now: z.string().nullable(),
  changed: z.string().nullable(),
  /** how likely it is closed on a later day than now */
  later: z.number(),
  /** how likely it is closed after its due date, now and then */
  late: z.object({ now: z.number(), changed: z.number() }),
})
/** Answer of GET /api/analytics/what-if. */
export const WhatIf = z.discriminatedUnion('kind', [
  TooLittle,
  z.object({
    kind: z.literal('what-if'),
    asOf: z.string(),
    runs: z.int(),
    sample: Period.extend({ closed: z.int(), arrived: z.int(), people: z.int() }),
    open: z.int(),
    now: Outlook,
    changed: Outlook,
    /** those that finish later with a chance of one in ten or more, the likeliest first, at most fifty, and how many there are of the requests looked at */
    later: z.object({ count: z.int(), of: z.int(), requests: z.array(Delayed) }),
    pulled: Delayed.nullable(),
  }),
])
export type WhatIf = z.infer<typeof WhatIf>

const page = wholeNumber(10_000_000, 'page must be a whole number from 1').optional()
const limit = wholeNumber(100, 'limit must be a whole number from 1 to 100').optional()

export const PromisesQuery = z.strictObject({ ...PERIOD, ...FILTERS, page, limit }).superRefine(checkPeriod)
export type PromisesQuery = z.infer<typeof PromisesQuery>
/** Answer of GET /api/analytics/promises: every move of a due date in the period, the newest first. */
export const Promises = z.object({
  asOf: z.string(),
  total: z.int(),
  moves: z.array(
    z.object({
      id: z.string(),
      requestId: z.string(),
      title: z.string(),
      at: z.string(),
      by: PersonName.nullable(),
      from: z.string(),
      to: z.string(),
      /** what was said with the change, when somebody said */
      reason: z.string().nullable(),
      /** the due date had already passed */
      wasLate: z.boolean(),
      status: Status,
    }),
  ),
})
export type Promises = z.infer<typeof Promises>

/** What the requests behind a mark have in common. */
const MARKS = [
  'all',
  'arrived',
  'finished',
  'closed',
  'open',
  'kept-first',
  'missed-first',
  'kept-last',
  'missed-last',
  'moved',
  'reopened',
  'rejected',
  'cancelled',
  /** in one of `status` at the end of the day `to` */
  'at',
] as const
export type Mark = (typeof MARKS)[number]

const amount = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a number of days')
  .transform(Number)
  .optional()
/** The requests behind a mark, a page of them: the longest or oldest first. `rows` in every answer is such a query. */
export const RowsQuery = z
  .strictObject({
    ...PERIOD,
    ...FILTERS,
    mark: z.enum(MARKS),
    status: listOf(Status).optional(),
    /** of what `min` and `max` are the ends, and `value` tells; `age`: in the present status */
    measure: z.enum(['lead', 'cycle', 'age']).optional(),
    /** more than so many days, and at most so many */
    min: amount,
    max: amount,
    page,
    limit,
  })
  .superRefine(checkPeriod)
export type RowsQuery = z.infer<typeof RowsQuery>

/** Answer of GET /api/analytics/rows. */
export const FlowRows = z.object({
  asOf: z.string(),
  total: z.int(),
  requests: z.array(ServiceRequest.extend({ value: z.number().nullable(), finishedOn: z.string().nullable() })),
})
export type FlowRows = z.infer<typeof FlowRows>
