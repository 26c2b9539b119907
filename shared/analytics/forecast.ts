import { z } from 'zod'
import { reference } from '../text.ts'
import { wholeNumber } from '../whole-number.ts'
import { Period, Rows } from './flow.ts'
import { date, FILTERS } from './query.ts'

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
    runs: z
      .int()
      .describe(
        'Thousands of futures, each day of which closes as many requests as a random day of the last twelve weeks.',
      ),
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
