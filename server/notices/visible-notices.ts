import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Reader } from '../platform/database/db.ts'
import { type Scope, visibleCondition, visibleTo } from '../requests/visibility.ts'
import { INTERNAL } from './store-notices.ts'
import type { Policy } from '../settings/service.ts'

/** Who reads their notices, and which requests they see at this moment. */
export interface NoticeReader {
  personId: string
  scope: Scope
  readsInternal: boolean
}

export function readerOf(actor: Pick<Actor, 'id' | 'permissions'>, policy: Policy): NoticeReader {
  const readsInternal = actor.permissions.has('comments.internal')
  return { personId: actor.id, scope: visibleTo(actor, policy), readsInternal }
}

/**
 * The notices of a person in the app, without those about requests that they no longer see. A bundle stays while they see
 * one of its requests.
 */
export function visibleNotices(db: Reader, reader: NoticeReader) {
  return allVisible(db, reader).where('n.in_app', '=', 1)
}

/** As `visibleNotices`, also those that are told by mail only. */
export function allVisible(db: Reader, { personId, scope, readsInternal }: NoticeReader) {
  const own = db
    .selectFrom('notices as n')
    .leftJoin('requests as r', 'r.number', 'n.request_number')
    .where('n.person_id', '=', personId)
    .$if(!readsInternal, (query) => query.where(isNotInternal))
  return scope === null ? own : own.where((row) => isAboutVisible(row, scope.ownOf))
}

const isNotInternal = sql<SqlBool>`(n.bundle_key is null or n.bundle_key not like ${sql.lit(`${INTERNAL}%`)})`

type Row = ExpressionBuilder<{ n: { id: string; request_number: number | null } }, 'n'>

function isAboutVisible(row: unknown, me: string) {
  const { or, ref } = row as Row
  const members = sql`(select 1 from notice_members as m where m.notice_id = ${ref('n.id')})`
  const seen = sql`(select 1 from notice_members as m join requests as mr on mr.number = m.request_number
    where m.notice_id = ${ref('n.id')} and ${visibleCondition(me, 'mr')})`
  return or([
    visibleCondition(me, 'r'),
    sql<SqlBool>`(${ref('n.request_number')} is null and (not exists ${members} or exists ${seen}))`,
  ])
}
