import { z } from 'zod'
import { Status } from '../requests.ts'
import { PersonName } from '../users.ts'
import { checkPeriod, FILTERS, limit, page, PERIOD } from './query.ts'

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
      /** the reason given with the change, if any */
      reason: z.string().nullable(),
      /** the due date had already passed */
      wasLate: z.boolean(),
      status: Status,
    }),
  ),
})
export type Promises = z.infer<typeof Promises>
