import { z } from 'zod'

/** A figure in the period and in as many days before it; of a period that is not over, the days until today count. */
export const Compared = z.object({ value: z.number().nullable(), before: z.number().nullable() })

/** Days at the 50th, 70th, 85th and 95th percentile, null without data; `rows` lists the requests behind it. */
export const Percentiles = z.object({ p50: z.number(), p70: z.number(), p85: z.number(), p95: z.number() }).nullable()
export type Percentiles = z.infer<typeof Percentiles>

/** `rows`: the address of the requests behind a figure, a call of `GET /api/analytics/rows`. */
export const Rows = z.string()
export const Durations = z.object({
  count: z.int(),
  isSmall: z.boolean(),
  percentiles: Percentiles,
  before: z.object({ count: z.int(), percentiles: Percentiles }),
  rows: Rows,
})

/**
 * Finished requests by the day they were finished on and how many days they took: one by one, or with more than
 * `MAX_POINTS` the number in each cell of a grid. A narrower period brings the points back.
 * Columns instead of rows: `requestId[i]`, `day[i]` (days since `from`), `value[i]`.
 */
export const Scatter = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('points'),
    requestId: z.array(z.string()),
    day: z.array(z.int()),
    value: z.array(z.number()),
  }),
  z.object({
    kind: z.literal('density'),
    /** a cell covers `daysWide` days from `day[i]` and durations above `value[i]` up to `value[i] + high`; the lowest have 0 too */
    daysWide: z.int(),
    high: z.number(),
    day: z.array(z.int()),
    value: z.array(z.number()),
    count: z.array(z.int()),
  }),
])
export type Scatter = z.infer<typeof Scatter>

export const Share = z.object({
  count: z.int(),
  of: z.int(),
  before: z.object({ count: z.int(), of: z.int() }),
  rows: Rows,
})
export type Share = z.infer<typeof Share>
