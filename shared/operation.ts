import { z } from 'zod'

/** Answer of GET /api/settings/database: the present state of the database. */
export const DatabaseStatus = z.object({
  engine: z.enum(['sqlite', 'postgres']),
  /** as the database reports it */
  version: z.string(),
  sizeBytes: z.int(),
  /** round trip of a small query, measured for this answer */
  latencyMs: z.number(),
  migrations: z.object({ applied: z.int(), newest: z.string().nullable() }),
  /** null on the embedded database, which has no pool */
  connections: z.object({ open: z.int(), most: z.int() }).nullable(),
  jobs: z.object({
    waiting: z.int().describe('Due and not taken yet'),
    scheduled: z.int().describe('Due later, such as daily rounds'),
    running: z.int(),
    dead: z.int(),
  }),
})
export type DatabaseStatus = z.infer<typeof DatabaseStatus>

/** A job that has exhausted its attempts. */
const DeadLetter = z.object({
  id: z.int(),
  kind: z.string(),
  attempts: z.int(),
  error: z.string().nullable(),
  createdAt: z.string(),
  deadAt: z.string(),
})

export const DeadLettersQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
})
export type DeadLettersQuery = z.infer<typeof DeadLettersQuery>

/** Answer of GET /api/settings/dead-letters, newest first. */
export const DeadLetters = z.object({ jobs: z.array(DeadLetter), total: z.int() })
export type DeadLetters = z.infer<typeof DeadLetters>
