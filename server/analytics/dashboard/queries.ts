import { sql, type SqlBool } from 'kysely'
import type { Status } from '../../../shared/requests.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { OPEN_STATUSES } from '../../../shared/request-rules.ts'

export interface DayCount {
  kind: string
  day: string
  count: number
}

/** Counts of some kinds on the days after `after`, future days included. */
export const countsAfter = prepared<{ after: string }, DayCount, string[]>(
  (db, param, kinds) =>
    db
      .selectFrom('day_counts')
      .select((row) => ['kind', 'day', row.fn.sum<number>('count').as('count')])
      .where('kind', 'in', kinds)
      .where('day', '>', param.after)
      .groupBy(['kind', 'day']),
  { isPrepared: () => true },
)

export const countByStatus = prepared<object, { status: Status; count: number }>((db) =>
  db
    .selectFrom('request_counts')
    .select((row) => ['status', row.fn.sum<number>('count').as('count')])
    .groupBy('status'),
)

/** Pending requests created at or after an instant; recent ones, so few. */
export const countPendingSince = prepared<{ since: string }, { count: number }>((db, param) =>
  db
    .selectFrom('requests')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .where('created_at', '>=', param.since),
)

// A literal, not a parameter: only then does SQLite recognise that the partial index covers it.
const OPEN = sql<SqlBool>`status in (${sql.join(OPEN_STATUSES.map((status) => sql.lit(status)))})`

export const countOverdueCritical = prepared<{ today: string }, { count: number }>((db, param) =>
  db
    .selectFrom('requests')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where(OPEN)
    .where('priority_rank', '=', 3)
    .where('due_date', '<', param.today),
)

/** The earliest due date in a status. */
export const earliestDue = prepared<{ status: Status }, { due: string | null }>((db, param) =>
  db
    .selectFrom('requests')
    .select((row) => row.fn.min('due_date').as('due'))
    .where('status', '=', param.status),
)
