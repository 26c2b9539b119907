import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../database/db.ts'
import type { Tables } from '../database/tables.ts'
import { isRecipient, readersOf } from './queries.ts'

export type RunRow = Selectable<Tables['report_runs']>
/** Without the document, which is large. */
export type ListedRun = Omit<RunRow, 'document'>
interface Reading {
  id: string
  role: string
  /** whether they see everybody's requests: only then may they see runs made by others */
  seesAll: boolean
}

const COLUMNS = [
  'id',
  'report_id',
  'schedule_id',
  'due_at',
  'owner_id',
  'name',
  'content',
  'period',
  'formats',
  'sees_all',
  'state',
  'files',
  'row_count',
  'note',
  'created_at',
  'ended_at',
  'expires_at',
] as const

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
  if (readers.length === 0) return true
  const rows = [...new Set(readers)].map((reader) => ({ run_id: row.id, reader }))
  await tx.insertInto('report_run_readers').values(rows).execute()
  return true
}

export function findRun(reader: Reader, id: string): Promise<RunRow | undefined> {
  return reader.selectFrom('report_runs').selectAll().where('id', '=', id).executeTakeFirst()
}

function visible(reader: Reader, who: Reading) {
  return reader
    .selectFrom('report_runs')
    .where((row) =>
      who.seesAll
        ? row.or([row('owner_id', '=', who.id), isRecipient(row, readersOf(who))])
        : row('owner_id', '=', who.id),
    )
}

/** A report's runs that a person made or receives, newest first. */
export async function runsFor(
  reader: Reader,
  who: Reading,
  reportId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ runs: ListedRun[]; total: number }> {
  const all = visible(reader, who).where('report_id', '=', reportId)
  const { count } = await all.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const runs = await all
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { runs, total: Number(count) }
}

/** The newest run that a person made or receives of each report, by report. */
export async function lastRunsFor(reader: Reader, who: Reading) {
  const newest = visible(reader, who)
    .select((row) => ['report_id', row.fn.max('created_at').as('at')])
    .groupBy('report_id')
  const rows = await visible(reader, who)
    .innerJoin(newest.as('newest'), (join) =>
      join.onRef('newest.report_id', '=', 'report_runs.report_id').onRef('newest.at', '=', 'report_runs.created_at'),
    )
    .select(['report_runs.report_id', 'id', 'state', 'created_at'])
    .execute()
  return new Map(rows.map((row) => [row.report_id, row]))
}

function received(reader: Reader, who: Pick<Reading, 'id' | 'role'>) {
  return reader.selectFrom('report_runs').where((row) => isRecipient(row, readersOf(who)))
}

/** The reports of which a person receives runs; those outlive their schedule. */
export async function receivedReports(reader: Reader, who: Reading, limit: number): Promise<string[]> {
  if (!who.seesAll) return []
  const rows = await received(reader, who).select('report_id').distinct().limit(limit).execute()
  return rows.map(({ report_id }) => report_id)
}

export async function receivesRunsOf(
  reader: Reader,
  who: Pick<Reading, 'id' | 'role'>,
  reportId: string,
): Promise<boolean> {
  const row = await received(reader, who).select('id').where('report_id', '=', reportId).limit(1).executeTakeFirst()
  return row !== undefined
}

export async function isMeantFor(reader: Reader, runId: string, who: { id: string; role: string }): Promise<boolean> {
  const row = await reader
    .selectFrom('report_run_readers')
    .select('reader')
    .where('run_id', '=', runId)
    .where('reader', 'in', readersOf(who))
    .executeTakeFirst()
  return row !== undefined
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
  const { numUpdatedRows } = await tx.updateTable('report_runs').set(change).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
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
  await tx
    .updateTable('report_runs')
    .set({ state: 'failed', note, ended_at: at })
    .where('state', 'in', ['waiting', 'running', 'retrying'])
    .where('created_at', '<', before)
    .execute()
}
