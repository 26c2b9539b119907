import { z } from 'zod'
import type { Reader, Tx } from '../platform/database/db.ts'
import { RESTORED } from '../platform/jobs/hold.ts'
import { tellPages } from '../platform/database/hints.ts'

/** Where a restored office comes from; stored until an administrator releases what it holds. */
const RestoredMark = z.object({
  madeAt: z.string(),
  from: z.enum(['sqlite', 'postgres']),
  requests: z.int(),
  /** null: prepared, and not in use yet */
  restoredAt: z.string().nullable(),
})
export type RestoredMark = z.infer<typeof RestoredMark>

export async function readMark(reader: Reader | Tx): Promise<RestoredMark | undefined> {
  const row = await reader.selectFrom('settings').select('value').where('key', '=', RESTORED).executeTakeFirst()
  return row && RestoredMark.parse(JSON.parse(row.value))
}

export async function writeMark(tx: Tx, mark: RestoredMark, updated_at: string): Promise<void> {
  const row = { value: JSON.stringify(mark), updated_at }
  await tx
    .insertInto('settings')
    .values({ key: RESTORED, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

export async function deleteMark(tx: Tx): Promise<void> {
  await tx.deleteFrom('settings').where('key', '=', RESTORED).execute()
  tellPages(tx, { kind: 'backups', permission: 'backups.manage' })
}
