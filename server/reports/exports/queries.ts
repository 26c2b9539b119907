import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { tellPages } from '../../platform/database/hints.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type ExportRow = Selectable<Tables['exports']>

export async function insertExport(tx: Tx, row: ExportRow): Promise<void> {
  await tx.insertInto('exports').values(row).execute()
  tellPages(tx, { kind: 'exports', personId: row.user_id })
}

export function findExport(reader: Reader, id: string): Promise<ExportRow | undefined> {
  return reader.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A person's own exports, newest first. */
export function exportsOf(reader: Reader, userId: string, limit: number): Promise<ExportRow[]> {
  const own = reader.selectFrom('exports').selectAll().where('user_id', '=', userId)
  return own.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
}

export async function countOfPerson(reader: Reader, userId: string): Promise<{ kept: number; underWay: number }> {
  const rows = await reader.selectFrom('exports').select('state').where('user_id', '=', userId).execute()
  return { kept: rows.length, underWay: rows.filter(({ state }) => state !== 'ready' && state !== 'failed').length }
}

type Change = Partial<
  Pick<ExportRow, 'state' | 'rows_done' | 'total' | 'store_key' | 'size' | 'checksum' | 'note' | 'expires_at'>
>

/** @returns false if it has been deleted */
export async function changeExport(tx: Tx, id: string, change: Change): Promise<boolean> {
  const changed = tx.updateTable('exports').set(change).where('id', '=', id)
  const row = await changed.returning('user_id').executeTakeFirst()
  if (row) tellPages(tx, { kind: 'exports', personId: row.user_id })
  return row !== undefined
}

export async function deleteExport(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('exports').where('id', '=', id).execute()
}

export function expiredExports(reader: Reader, now: string, limit: number): Promise<ExportRow[]> {
  return reader.selectFrom('exports').selectAll().where('expires_at', '<', now).limit(limit).execute()
}

export async function isExportFile(reader: Reader, key: string): Promise<boolean> {
  const row = await reader.selectFrom('exports').select('id').where('store_key', '=', key).executeTakeFirst()
  return row !== undefined
}
