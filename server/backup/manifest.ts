import { z } from 'zod'
import { STORED_TABLES } from './stored-tables.ts'

const names = STORED_TABLES.map(({ name }) => name)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)

/** First in the archive. */
export const Header = z.strictObject({
  format: z.literal('rfd backup 1'),
  office: z.string().max(1000),
  madeAt: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  /** applied migrations, in order */
  migrations: z
    .array(z.string().regex(/^\d{4}-[a-z0-9-]{1,80}$/))
    .min(1)
    .max(1000),
  tables: z
    .array(
      z.strictObject({
        name: z.enum(names),
        columns: z
          .array(z.string().regex(/^[a-z][a-z0-9_]{0,62}$/))
          .min(1)
          .max(200),
      }),
    )
    .max(names.length)
    .refine((tables) => new Set(tables.map(({ name }) => name)).size === tables.length, 'a table stands there twice'),
  /** the highest request number that was ever issued */
  highestNumber: count,
  /** of the key that seals stored secrets and the audit log, to tell whether another key is at hand */
  keyId: z.string().max(100).nullable(),
})
export type Header = z.infer<typeof Header>

/** One line for each file of the store: its key, size and checksum. */
export const FileLine = z.tuple([z.string().max(300), count, sha256])
export type FileLine = z.infer<typeof FileLine>

/** Last in the archive. */
export const Manifest = z.strictObject({
  /** of the header's bytes; the first backups lack it */
  headerSha256: sha256.optional(),
  tables: z.partialRecord(z.enum(names), z.strictObject({ rows: count, sha256 })),
  files: z.strictObject({ count, sha256 }),
  /** keys that rows refer to, but that the store did not have */
  missing: z.array(z.string().max(300)).max(100_000),
})
export type Manifest = z.infer<typeof Manifest>
