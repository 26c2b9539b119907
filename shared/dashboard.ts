import { OPEN_OR } from './request-rules.ts'
import { upperFirst } from './wording.ts'
import { z } from 'zod'
import { VOLUME_RANGES } from './request-rules.ts'
import { Status } from './requests.ts'

const weekly = (what: string) => z.array(z.int()).describe(`${what}, oldest week first, the running one last`)

/** The four cards: each the figure, those of its line of meaning, and its bars of twelve weeks from Monday. */
export const DashboardStats = z.object({
  totalRequests: z.int().describe('All requests'),
  pendingReview: z.int().describe('Requests that are pending'),
  completed: z.int().describe('Requests that are completed'),
  overdue: z.int().describe(`${upperFirst(OPEN_OR)}, with a due date before today in the office’s time zone`),
  createdLast30Days: z.int().describe('Created in the last 30 days, today included'),
  waitingOver3Days: z.int().describe('Pending and created more than 3 days ago'),
  completedLast30Days: z.int().describe('Finished in the last 30 days, today included, and completed still'),
  completedPrevious30Days: z.int().describe('The same for the 30 days before those'),
  overdueCritical: z.int().describe('Overdue with the priority critical'),
  oldestOverdueDays: z.int().nullable().describe('Days since the earliest due date of those passed; null without any'),
  weekly: z.object({
    total: weekly('Requests created in each of twelve weeks'),
    pendingReview: weekly('Requests pending at the end of each of twelve weeks'),
    completed: weekly('Requests finished in each of twelve weeks and completed still'),
    overdue: weekly('Requests overdue at the end of each of twelve weeks'),
  }),
})
export type DashboardStats = z.infer<typeof DashboardStats>

/** In the order of the statuses. */
export const StatusDistribution = z.array(
  z.object({
    status: Status,
    count: z.int().describe('The total of GET /api/requests?status='),
    change30Days: z.int().describe('The count now less the count 30 days ago'),
  }),
)
export type StatusDistribution = z.infer<typeof StatusDistribution>

export const VolumeQuery = z.strictObject({ range: z.enum(VOLUME_RANGES).optional() })
/** Each bucket equals the total of the list filtered by the same dates. Oldest first; the last bucket is still running. */
export const Volume = z.object({
  range: z.enum(VOLUME_RANGES),
  unit: z.enum(['day', 'week']).describe('day for 30d, otherwise week, from Monday'),
  buckets: z.array(
    z.object({
      start: z.string().describe('First day, YYYY-MM-DD in the office’s time zone'),
      end: z.string().describe('Last day, included'),
      created: z.int().describe('The total of GET /api/requests?createdFrom=&createdTo='),
      completed: z
        .int()
        .describe('The total of GET /api/requests?completedFrom=&completedTo=: one opened again is not finished'),
    }),
  ),
})
export type Volume = z.infer<typeof Volume>
