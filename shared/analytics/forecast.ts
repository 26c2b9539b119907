import { z } from 'zod'
import { reference } from '../text.ts'
import { wholeNumber } from '../whole-number.ts'
import { Period } from './flow.ts'
import { Rows } from './figures.ts'
import { date, FILTERS } from './query.ts'

const count = wholeNumber(100_000, 'count must be a whole number from 1 to 100000').optional()
export const ForecastQuery = z.strictObject({
  ...FILTERS,
  /** forecasts when this many are closed; default: all open requests */
  count,
  /** forecasts how many are closed by this day; default: four weeks from today */
  by: date.optional(),
})
export type ForecastQuery = z.infer<typeof ForecastQuery>

/** Why there is no forecast. */
const TooLittle = z.object({
  kind: z.literal('too-little'),
  asOf: z.string(),
  /** the available history, and the minimum needed */
  days: z.int(),
  closed: z.int(),
  needs: z.object({ days: z.int(), closed: z.int() }),
})
const BackTest = z.object({
  /** number of back-tests: forecasts as of past days, each about the following four weeks */
  forecasts: z.int(),
  /** how often the actual count reached the forecast of the 50, 70, 85 and 95 % level */
  covered: z.object({ p50: z.int(), p70: z.int(), p85: z.int(), p95: z.int() }),
  /** each back-test: its day, its forecast, the actual count */
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
    /** the days that the simulation samples from */
    sample: Period.extend({ closed: z.int() }),
    count: z.int(),
    /** the day by which `count` are closed, by probability in per cent; null: not within five years */
    done: z.object({
      p50: z.string().nullable(),
      p70: z.string().nullable(),
      p85: z.string().nullable(),
      p95: z.string().nullable(),
    }),
    /** probability that they finish in each interval of `daysWide` days from `first`; empty intervals at both ends are trimmed */
    histogram: z.object({ first: z.string(), daysWide: z.int(), share: z.array(z.number()) }),
    by: z.string(),
    /** the least number closed by then, by probability in per cent */
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
  /** per cent of the people who close requests now: 150 means one and a half times as many */
  people: percent(1000, 'people must be a whole number of per cent from 0 to 1000'),
  /** per cent of the present arrivals */
  arrivals: percent(1000, 'arrivals must be a whole number of per cent from 0 to 1000'),
  /** the most requests in progress at a time */
  limit: wholeNumber(100_000, 'limit must be a whole number from 1 to 100000').optional(),
  /** id or number (RFD-…) of an open request that is started next */
  pull: reference().optional(),
})
export type WhatIfQuery = z.infer<typeof WhatIfQuery>

const Outlook = z.object({
  /** day by which as many requests are closed as are open now, as in the forecast; null: not within five years */
  done: z.object({ p50: z.string().nullable(), p85: z.string().nullable() }),
  /** open requests in four and in twelve weeks */
  backlog: z.array(z.object({ day: z.string(), p15: z.int(), p50: z.int(), p85: z.int() })),
  /** days from start to close of the requests started next; null without a limit, or if most runs do not get that far */
  cycle: z.object({ p50: z.number(), p85: z.number() }).nullable(),
})
const Delayed = z.object({
  number: z.int(),
  requestId: z.string(),
  dueDate: z.string(),
  /** median closing day; null: not within two years */
  now: z.string().nullable(),
  changed: z.string().nullable(),
  /** probability that it closes later than without the change */
  later: z.number(),
  /** probability that it closes after its due date, without and with the change */
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
    /** requests that finish later with at least 10 % probability, likeliest first, at most 50; `count` of `of` examined */
    later: z.object({ count: z.int(), of: z.int(), requests: z.array(Delayed) }),
    pulled: Delayed.nullable(),
  }),
])
export type WhatIf = z.infer<typeof WhatIf>
