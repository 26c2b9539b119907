import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../platform/database/db.ts'
import { tellPages } from '../platform/database/hints.ts'
import type { Tables } from '../platform/database/tables.ts'

export type RunRow = Selectable<Tables['report_runs']>
/** Without the document, which is large. */
export type ListedRun = Omit<RunRow, 'document'>

/**
 * @param readers people and roles who may see it, besides its owner
 * @returns false if its schedule has a run of that time already
 */
export async function insertRun(tx: Tx, row: RunRow, readers: readonly string[]): Promise<boolean> {
  const stored = await tx
    .insertInto('report_runs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['schedule_id', 'due_at']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) return false
  tellPages(tx, { kind: 'reports', personId: row.owner_id })
  if (readers.length === 0) return true
  const rows = [...new Set(readers)].map((reader) => ({ run_id: row.id, reader }))
  await tx.insertInto('report_run_readers').values(rows).execute()
  return true
}

export function findRun(reader: Reader, id: string): Promise<RunRow | undefined> {
  return reader.selectFrom('report_runs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Number of runs that a person has requested, and of those still in progress; scheduled runs do not count. */
export async function countRunsOf(reader: Reader, ownerId: string): Promise<{ kept: number; underWay: number }> {
  const rows = await reader
    .selectFrom('report_runs')
    .select('state')
    .where('owner_id', '=', ownerId)
    .where('schedule_id', 'is', null)
    .execute()
  return { kept: rows.length, underWay: rows.filter(({ state }) => state !== 'ready' && state !== 'failed').length }
}

type Change = Partial<
  Pick<RunRow, 'state' | 'files' | 'document' | 'row_count' | 'note' | 'ended_at' | 'sees_all' | 'name'>
>

/** @returns false if it has been deleted */
export async function changeRun(tx: Tx, id: string, change: Change): Promise<boolean> {
  const changed = tx.updateTable('report_runs').set(change).where('id', '=', id)
  const row = await changed.returning('owner_id').executeTakeFirst()
  if (row) tellPages(tx, { kind: 'reports', personId: row.owner_id })
  return row !== undefined
}

export async function deleteRun(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('report_runs').where('id', '=', id).execute()
}

export function expiredRuns(reader: Reader, now: string, limit: number) {
  return reader.selectFrom('report_runs').select(['id', 'files']).where('expires_at', '<', now).limit(limit).execute()
}

/** Whether a stored run refers to this file, whose name begins with the run's id. */
export async function isRunFile(reader: Reader, runId: string, key: string): Promise<boolean> {
  const row = await reader.selectFrom('report_runs').select('files').where('id', '=', runId).executeTakeFirst()
  return row !== undefined && row.files.includes(JSON.stringify(key))
}

/** Fails runs that have been in progress for longer than any can take: their jobs have died. */
export async function failStuckRuns(
  tx: Tx,
  { before, at, note }: { before: string; at: string; note: string },
): Promise<void> {
  const failed = await tx
    .updateTable('report_runs')
    .set({ state: 'failed', note, ended_at: at })
    .where('state', 'in', ['waiting', 'running', 'retrying'])
    .where('created_at', '<', before)
    .returning('owner_id')
    .execute()
  for (const { owner_id } of failed) tellPages(tx, { kind: 'reports', personId: owner_id })
}
