import { z } from 'zod'
import { BACKUP_TARGETS } from '../../shared/backup-bucket.ts'
import { BACKUP_KEEP_DAYS, BACKUP_SCHEDULES } from '../../shared/backups.ts'
import type { Reader, Tx } from '../platform/database/db.ts'

/** One row of `settings` holds everything. */
const ROW = 'backup'

export const Stored = z.object({
  schedule: z.enum(BACKUP_SCHEDULES).catch('daily'),
  at: z.string().catch('02:00'),
  keepDays: z.literal(BACKUP_KEEP_DAYS).catch(30),
  pointInTime: z.boolean().catch(false),
  sealedPassphrase: z.string().nullable().catch(null),
  recipient: z.string().nullable().catch(null),
  target: z.enum(BACKUP_TARGETS).catch('folder'),
  endpoint: z.string().catch(''),
  region: z.string().catch('us-east-1'),
  bucket: z.string().catch(''),
  prefix: z.string().catch(''),
  accessKeyId: z.string().catch(''),
  sealedSecretKey: z.string().nullable().catch(null),
  version: z.int().catch(0),
})
export type Stored = z.infer<typeof Stored>

/** `savedAt`: null when they were never saved */
export async function readStored(reader: Reader | Tx): Promise<Stored & { savedAt: string | null }> {
  const row = await reader
    .selectFrom('settings')
    .select(['value', 'updated_at'])
    .where('key', '=', ROW)
    .executeTakeFirst()
  return { ...Stored.parse(row ? JSON.parse(row.value) : {}), savedAt: row?.updated_at ?? null }
}

export async function writeStored(tx: Tx, stored: Stored, updated_at: string): Promise<void> {
  const row = { value: JSON.stringify(stored), updated_at }
  await tx
    .insertInto('settings')
    .values({ key: ROW, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}
