import { z } from 'zod'
import { AI_TIME_LIMIT } from '../../../shared/settings.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'

/** One row of `settings` holds everything, so that address and key never come from two different saves. */
const ROW = 'languageModel'

export const Stored = z.object({
  baseUrl: z.string().catch(''),
  model: z.string().catch(''),
  sealedKey: z.string().nullable().catch(null),
  timeLimitSeconds: z.int().min(AI_TIME_LIMIT.min).max(AI_TIME_LIMIT.max).catch(AI_TIME_LIMIT.default),
  keepLocal: z.boolean().catch(false),
  callsPerDay: z.int().min(1).nullable().catch(null),
  callsPerPersonPerDay: z.int().min(1).nullable().catch(null),
})
export type Stored = z.infer<typeof Stored>

export async function readStored(reader: Reader | Tx): Promise<{ stored: Stored; savedAt: string | null }> {
  const row = await reader
    .selectFrom('settings')
    .select(['value', 'updated_at'])
    .where('key', '=', ROW)
    .executeTakeFirst()
  return { stored: Stored.parse(row ? JSON.parse(row.value) : {}), savedAt: row?.updated_at ?? null }
}

export async function writeStored(tx: Tx, stored: Stored, updated_at: string): Promise<void> {
  const row = { value: JSON.stringify(stored), updated_at }
  await tx
    .insertInto('settings')
    .values({ key: ROW, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}
