import { z } from 'zod'

/** `queued` is due and waits for its turn, `scheduled` is due later, `failed` has exhausted its attempts. */
export const JOB_STATES = ['failed', 'running', 'queued', 'scheduled'] as const
export const JobState = z.enum(JOB_STATES)
export type JobState = z.infer<typeof JobState>

export const BackgroundJob = z.object({
  id: z.int(),
  kind: z.string(),
  state: JobState,
  attempts: z.int(),
  /** of the last attempt that failed */
  error: z.string().nullable(),
  createdAt: z.string(),
  /** when it failed for good, else when it is or was due */
  at: z.string(),
  /** whether one of its kind is due again by itself after this one was dropped */
  comesBack: z.boolean(),
})
export type BackgroundJob = z.infer<typeof BackgroundJob>

export const JobsQuery = z.strictObject({
  state: JobState.optional(),
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
})
export type JobsQuery = z.infer<typeof JobsQuery>

/** Answer of GET /api/jobs: unfinished jobs, newest first, or with `queued` and `scheduled` the next one first. */
export const BackgroundJobs = z.object({ jobs: z.array(BackgroundJob), total: z.int() })
export type BackgroundJobs = z.infer<typeof BackgroundJobs>
