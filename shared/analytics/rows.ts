import { z } from 'zod'
import { ServiceRequest, Status } from '../requests.ts'
import { ROWS_MEASURES } from './measures.ts'
import { checkPeriod, FILTERS, limit, listOf, page, PERIOD } from './query.ts'

/** The condition that selects the requests behind a mark of a chart. */
const MARKS = [
  'all',
  'arrived',
  /** created in the period, and their status has changed since */
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
  /** had one of `status` at the end of the day `to` */
  'at',
  /** every closing (or reopening) in the period: a request appears once for each event */
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
  /** what `min` and `max` limit and `value` holds; requests without it are left out */
  measure: z.enum(ROWS_MEASURES).optional(),
  /** days: exclusive lower and inclusive upper limit */
  min: amount,
  max: amount,
}
/** A page of the requests behind a mark, longest or oldest first. Every `rows` in an answer is such a query. */
export const RowsQuery = z.strictObject({ ...MARKED, page, limit }).superRefine(checkPeriod)
export type RowsQuery = z.infer<typeof RowsQuery>
/** The same without paging, for GET /api/analytics/rows.csv. */
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
      /** day of the closing or reopening that the row represents; null for other marks */
      happenedOn: z.string().nullable(),
    }),
  ),
})
export type FlowRows = z.infer<typeof FlowRows>
