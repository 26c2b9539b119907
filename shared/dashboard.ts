import { z } from 'zod'
import { VOLUME_RANGES } from './request-rules.ts'
import { Status } from './requests.ts'

/**
 * The four cards, each with the figures of its line of meaning and its twelve-week bars (weeks from Monday, oldest first,
 * the running week last). Bars of total and completed: how many were created and finished in the week; of pendingReview
 * and overdue: how many there were at its end, for the running week now. A request is finished on the day it was completed, for
 * as long as it stays so: one that was opened again is not, which is why every figure has exactly its rows in the list.
 */
export const DashboardStats = z.object({
  totalRequests: z.int(),
  pendingReview: z.int(),
  completed: z.int(),
  overdue: z.int(),
  /** created in the last 30 days */
  createdLast30Days: z.int(),
  /** pending and created more than 3 days ago */
  waitingOver3Days: z.int(),
  /** finished in the last 30 days, today included */
  completedLast30Days: z.int(),
  completedPrevious30Days: z.int(),
  overdueCritical: z.int(),
  /** days since the oldest open due date passed; null when nothing is overdue */
  oldestOverdueDays: z.int().nullable(),
  weekly: z.object({
    total: z.array(z.int()),
    pendingReview: z.array(z.int()),
    completed: z.array(z.int()),
    overdue: z.array(z.int()),
  }),
})
export type DashboardStats = z.infer<typeof DashboardStats>

/** In the order of the statuses. `change30Days` is the number now minus the number 30 days ago. */
export const StatusDistribution = z.array(z.object({ status: Status, count: z.int(), change30Days: z.int() }))
export type StatusDistribution = z.infer<typeof StatusDistribution>

export const VolumeQuery = z.strictObject({ range: z.enum(VOLUME_RANGES).optional() })
/** Requests created (`createdAt`) and finished (`completedAt`) per bucket (a day for 30d, else a week from Monday), oldest first; the last bucket is still running. */
export const Volume = z.object({
  range: z.enum(VOLUME_RANGES),
  unit: z.enum(['day', 'week']),
  buckets: z.array(z.object({ start: z.string(), end: z.string(), created: z.int(), completed: z.int() })),
})
export type Volume = z.infer<typeof Volume>
