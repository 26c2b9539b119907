import { z } from 'zod'
import { ServiceRequest, Status } from '../requests.ts'
import { ROWS_MEASURES } from './measures.ts'
import { checkPeriod, FILTERS, limit, listOf, page, PERIOD } from './query.ts'

/** What the requests behind a mark have in common. */
const MARKS = [
  'all',
  'arrived',
  /** created in the period, and their status was changed since */
  'answered',
  'finished',
  'closed',
  'open',
  'overdue',
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
  /** each closing, and each reopening, in the period: a request is there as often as it happened to it */
  'closings',
  'reopenings',
] as const
export type Mark = (typeof MARKS)[number]

const amount = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a number of days')
  .transform(Number)
  .optional()
const MARKED = {
  ...PERIOD,
  ...FILTERS,
  mark: z.enum(MARKS),
  status: listOf(Status).optional(),
  /** of what `min` and `max` are the ends, and `value` tells; requests that have none are left out */
  measure: z.enum(ROWS_MEASURES).optional(),
  /** more than so many days, and at most so many */
  min: amount,
  max: amount,
}
/** The requests behind a mark, a page of them: the longest or oldest first. `rows` in every answer is such a query. */
export const RowsQuery = z.strictObject({ ...MARKED, page, limit }).superRefine(checkPeriod)
export type RowsQuery = z.infer<typeof RowsQuery>
/** All of them, as GET /api/analytics/rows.csv takes it. */
export const AllRowsQuery = z.strictObject(MARKED).superRefine(checkPeriod)
export type AllRowsQuery = z.infer<typeof AllRowsQuery>

/** Answer of GET /api/analytics/rows. */
export const FlowRows = z.object({
  asOf: z.string(),
  total: z.int(),
  requests: z.array(
    ServiceRequest.extend({
      value: z.number().nullable(),
      finishedOn: z.string().nullable(),
      /** the day of the closing or reopening that the row is; null for other marks */
      happenedOn: z.string().nullable(),
    }),
  ),
})
export type FlowRows = z.infer<typeof FlowRows>
