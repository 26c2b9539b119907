import { sql } from 'kysely'
import type { Reader } from '../platform/database/db.ts'
import { visibleCondition } from '../requests/visibility.ts'
import type { NoticeReader } from './visible-notices.ts'
import { OPEN_STATUSES } from '../../shared/request-rules.ts'

/** Each kind is counted up to here. */
const MAX_COUNTED = 1000
const EXCERPT_SOURCE = 400

/** Open requests assigned to the person and due in a range, or pending in a department. */
export type WaitingRequests = { dueFrom?: string; dueBefore: string } | { pendingIn: string }

function questionsOf(reader: Reader, { personId, scope, readsInternal }: NoticeReader) {
  return (
    reader
      .selectFrom('open_questions as q')
      .innerJoin('requests as r', 'r.number', 'q.request_number')
      .innerJoin('comments as c', 'c.id', 'q.comment_id')
      // An edit that takes a mention out takes its question back.
      .leftJoin('comment_mentions as m', (join) =>
        join.onRef('m.comment_id', '=', 'q.comment_id').onRef('m.person_id', '=', 'q.person_id'),
      )
      .where('q.person_id', '=', personId)
      .where('r.status', '!=', 'cancelled')
      .where('c.deleted_at', 'is', null)
      .where((row) => row.or([row('m.is_removed', 'is', null), row('m.is_removed', '=', 0)]))
      .$if(!readsInternal, (query) => query.where('c.is_internal', '=', 0))
      .$if(scope !== null, (query) => query.where(visibleCondition(scope!.ownOf, 'r')))
  )
}

/** Questions without an answer, the oldest first. */
export function listQuestions(reader: Reader, who: NoticeReader, limit: number) {
  return questionsOf(reader, who)
    .leftJoin('users as u', 'u.id', 'c.author_id')
    .select(['r.request_id', 'r.title', 'r.due_date', 'q.at', 'q.comment_id'])
    .select(['u.first_name as first', 'u.last_name as last'])
    .select(sql<string | null>`substr(c.comment, 1, ${sql.lit(EXCERPT_SOURCE)})`.as('excerpt'))
    .orderBy('q.at')
    .orderBy('q.comment_id')
    .limit(limit)
    .execute()
}

export async function countQuestions(reader: Reader, who: NoticeReader): Promise<number> {
  const counted = questionsOf(reader, who).select('q.comment_id').limit(MAX_COUNTED).as('counted')
  const { count } = await reader
    .selectFrom(counted)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function requestsFor(reader: Reader, { personId, scope }: NoticeReader, kind: WaitingRequests) {
  const requests = reader
    .selectFrom('requests as r')
    .$if(scope !== null, (query) => query.where(visibleCondition(scope!.ownOf, 'r')))
  if ('pendingIn' in kind) {
    return requests.where('r.status', '=', 'pending').where('r.department', '=', kind.pendingIn).orderBy('r.number')
  }
  const { dueFrom, dueBefore } = kind
  return requests
    .where('r.assigned_to_id', '=', personId)
    .where('r.status', 'in', OPEN_STATUSES)
    .where('r.due_date', '<', dueBefore)
    .$if(dueFrom !== undefined, (query) => query.where('r.due_date', '>=', dueFrom!))
    .orderBy('r.due_date')
    .orderBy('r.number')
}

export function listRequests(reader: Reader, who: NoticeReader, kind: WaitingRequests, limit: number) {
  return requestsFor(reader, who, kind)
    .select(['r.request_id', 'r.title', 'r.due_date', 'r.created_at'])
    .limit(limit)
    .execute()
}

export async function countRequests(reader: Reader, who: NoticeReader, kind: WaitingRequests): Promise<number> {
  const counted = requestsFor(reader, who, kind).clearOrderBy().select('r.number').limit(MAX_COUNTED).as('counted')
  const { count } = await reader
    .selectFrom(counted)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
