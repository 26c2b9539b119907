import type { Reader, Tx } from '../platform/database/db.ts'
import { forUpdate } from '../platform/database/dialect.ts'
import type { NoticeTables } from '../platform/database/notice-tables.ts'

type Name = NoticeTables['notice_progress']['name']

/** The last entry that notices were made for. */
export async function progressOf(reader: Reader, name: Name): Promise<number> {
  const row = await reader.selectFrom('notice_progress').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? 0
}

/**
 * Moves on in the transaction that stores the notices, so that no entry is processed twice.
 * @throws when another process was faster
 */
export async function moveOn(tx: Tx, name: Name, from: number, to: number): Promise<void> {
  const own = tx.selectFrom('notice_progress').select('value').where('name', '=', name)
  const now = await forUpdate(tx, own).executeTakeFirst()
  if (now?.value !== from) throw new Error('Another process makes these notices')
  await tx.updateTable('notice_progress').set({ value: to }).where('name', '=', name).execute()
}
