import { type Expression, type SqlBool, sql } from 'kysely'
import type { NoticeCode } from '../../shared/notices.ts'
import type { Reader } from '../platform/database/db.ts'
import { notifiableEntries } from './history-entries.ts'

/** Entries that are replayed, the newest first: thousands of notices a day. */
const MAX_REPLAYED = 20_000
/** Made from other sources than the history, and stored even when nobody wants them. */
const NOT_FROM_HISTORY: readonly NoticeCode[] = [
  'due-soon',
  'overdue',
  'batch-ready',
  'report-ready',
  'backup-failed',
  'backup-missing',
  'sign-in',
]

/** The newest entries since an instant that may concern a person. */
export function entriesAbout(
  db: Reader,
  { personId, department, since }: { personId: string; department: string | null; since: string },
) {
  const any = (query: Expression<unknown>) => sql<SqlBool>`exists ${query}`
  const moved = (field: string, value: string) =>
    any(sql`(select 1 from request_history as m where m.request_number = h.request_number and m.action = 'updated'
      and m.field = ${field} and ${value} in (m.old_value, m.new_value))`)
  return notifiableEntries(db)
    .innerJoin('requests as r', 'r.number', 'h.request_number')
    .where('h.at', '>=', since)
    .where((row) => row.or([row('h.actor_id', 'is', null), row('h.actor_id', '!=', personId)]))
    .where((row) =>
      row.or([
        row('r.requester_id', '=', personId),
        row('r.assigned_to_id', '=', personId),
        any(sql`(select 1 from request_watches as w where w.request_number = h.request_number
          and w.person_id = ${personId})`),
        any(sql`(select 1 from comments as c where c.request_number = h.request_number and c.author_id = ${personId})`),
        any(sql`(select 1 from comment_mentions as m where m.comment_id = h.comment_id and m.person_id = ${personId})`),
        moved('assignedTo', personId),
        row.and([
          row('h.action', '=', 'created'),
          department === null
            ? sql<SqlBool>`false`
            : row.or([row('r.department', '=', department), moved('department', department)]),
        ]),
      ]),
    )
    .clearOrderBy()
    .orderBy('h.id', 'desc')
    .limit(MAX_REPLAYED)
}

/** What a person got, or would have got, from other sources than the history. */
export function otherNotices(db: Reader, personId: string, since: string) {
  return db
    .selectFrom('notices')
    .select(['code', 'count'])
    .where('person_id', '=', personId)
    .where('code', 'in', NOT_FROM_HISTORY)
    .where('at', '>=', since)
}
