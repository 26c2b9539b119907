import { sql } from 'kysely'
import type { Db, Reader } from '../../platform/database/db.ts'
import { type Scope, visibleCondition } from '../../requests/visibility.ts'
import type { HistoryRow } from '../../../engine/durations/history.ts'
import { OPEN_STATUSES } from '../../../shared/request-rules.ts'

/** Numbers of newest requests that estimates are based on. */
export const SAMPLE_SIZE = { finished: 600, open: 1000 }

/** Recent finished and open requests visible in this scope, without their texts. */
export async function recentRequests(db: Db, scope: Scope): Promise<HistoryRow[]> {
  const all = historyRows(db.read, false)
  const rows = scope === null ? all : all.where(visibleCondition(scope.ownOf, 'r'))
  const [recent, open] = await Promise.all([
    db.readInWorker(finishedOf(rows).orderBy('r.completed_at', 'desc').limit(SAMPLE_SIZE.finished).compile()),
    db.readInWorker(
      rows.where('r.status', 'in', OPEN_STATUSES).orderBy('r.number', 'desc').limit(SAMPLE_SIZE.open).compile(),
    ),
  ])
  return [...recent, ...open]
}

/** The finished ones among a few `ids`. A quick read by key, not in a worker, where it would queue behind long reads. */
export async function finishedAmong(reader: Reader, ids: string[]): Promise<HistoryRow[]> {
  return ids.length > 0 ? finishedOf(historyRows(reader, true)).where('r.id', 'in', ids).execute() : []
}

function historyRows(reader: Reader, withTitle: boolean) {
  return reader
    .selectFrom('requests as r')
    .leftJoin('classifications as c', 'c.request_number', 'r.number')
    .select([
      'r.id',
      'r.request_id as requestId',
      (withTitle ? sql<string>`r.title` : sql<string>`''`).as('title'),
      sql<string>`''`.as('description'),
      'r.priority',
      'r.department',
      'c.development_type as developmentType',
      'r.created_at as createdAt',
      'r.completed_at as finishedAt',
    ])
}

function finishedOf(rows: ReturnType<typeof historyRows>) {
  return rows.where('r.completed_at', 'is not', null)
}
