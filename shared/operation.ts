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
