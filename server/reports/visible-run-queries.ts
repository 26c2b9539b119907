import type { Reader } from '../platform/database/db.ts'
import { readersOf } from './queries.ts'
import type { ListedRun } from './run-queries.ts'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

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

/** Whether one of the readers is a recipient of a run. */
function isRecipient(row: ExpressionBuilder<Tables, 'report_runs'>, readers: readonly string[]): Expression<SqlBool> {
  return row.exists(
    row
      .selectFrom('report_run_readers')
      .select('report_run_readers.reader')
      .whereRef('report_run_readers.run_id', '=', 'report_runs.id')
      .where('report_run_readers.reader', 'in', readers),
  )
}
