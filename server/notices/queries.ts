import { sql } from 'kysely'
import type { NoticeMarks, NoticesQuery } from '../../shared/notices.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { visibleCondition } from '../requests/visibility.ts'
import { allVisible, type NoticeReader, visibleNotices } from './visible-notices.ts'

/** Unread notices are counted up to here: a badge shows no more. */
const MAX_COUNTED = 1000
/** Of a list; notices are deleted after 90 days, so few people come near. */
const MAX_TOTAL = 10_000

type Show = NonNullable<NoticesQuery['show']>
const ADDRESSED = ['mention', 'question'] as const
const EXCERPT_SOURCE = 400

function shown(reader: Reader, who: NoticeReader, show: Show) {
  return visibleNotices(reader, who)
    .$if(show === 'unread', (query) => query.where('n.read_at', 'is', null))
    .$if(show === 'mentions', (query) => query.where('n.code', 'in', ADDRESSED))
}

type Visible = ReturnType<typeof allVisible>

/** Members of a bundle that a notice names. */
const MOST_NAMED = 3

/** What a bundle has of its requests that the reader sees. One about a single request names it, as a single notice does. */
function ofMembers({ scope }: NoticeReader) {
  const isSeen = scope === null ? sql`1 = 1` : visibleCondition(scope.ownOf, 'mr')
  const members = sql`from notice_members as m join requests as mr on mr.number = m.request_number
    where m.notice_id = n.id and ${isSeen}`
  const first = sql`select mr.number, mr.request_id ${members} order by mr.number limit ${sql.lit(MOST_NAMED)}`
  return {
    count: sql<number>`case when n.request_number is not null then 1 else (select count(*) ${members}) end`,
    named: sql<string | null>`(select string_agg(request_id, ',' order by number) from (${first}) as named)`,
  }
}

/** Adds what notices say. */
function withValues(notices: Visible, who: NoticeReader) {
  const { count, named } = ofMembers(who)
  return notices
    .leftJoin('users as a', 'a.id', 'n.actor_id')
    .leftJoin('request_history as h', 'h.id', 'n.history_id')
    .leftJoin('comments as c', 'c.id', 'n.comment_id')
    .leftJoin('report_runs as run', 'run.id', 'n.target_id')
    .leftJoin('exports as export', 'export.id', 'n.target_id')
    .select(['n.id', 'n.code', 'n.reasons', 'n.count', 'n.details', 'n.comment_id', 'n.read_at', 'n.at'])
    .select(['r.request_id', 'r.title', 'r.department', 'a.first_name as first', 'a.last_name as last'])
    .select([count.as('requests'), named.as('named')])
    .select(['h.field', 'h.old_value', 'h.new_value', 'h.reason'])
    .select(sql<string | null>`substr(c.comment, 1, ${sql.lit(EXCERPT_SOURCE)})`.as('excerpt'))
    .select((row) => row.fn.coalesce('run.name', 'export.file_name').as('name'))
}
export type NoticeRow = Awaited<ReturnType<ReturnType<typeof withValues>['execute']>>[number]

/** With what they say, newest first. */
export function listNoticeRows(reader: Reader, who: NoticeReader, show: Show, page: { limit: number; offset: number }) {
  return withValues(shown(reader, who, show), who)
    .orderBy('n.at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** One that was not read yet, in the app or not. */
export function findUnreadNotice(reader: Reader, who: NoticeReader, id: string) {
  return withValues(allVisible(reader, who), who)
    .leftJoin('comment_mentions as m', (join) =>
      join.onRef('m.comment_id', '=', 'n.comment_id').onRef('m.person_id', '=', 'n.person_id'),
    )
    .select(['n.request_number', 'r.status', 'r.assigned_to_id', 'r.due_date', 'c.deleted_at', 'm.is_removed'])
    .where('n.id', '=', id)
    .where('n.read_at', 'is', null)
    .executeTakeFirst()
}

export async function countShown(reader: Reader, who: NoticeReader, show: Show): Promise<number> {
  const counted = shown(reader, who, show).select('n.id').limit(MAX_TOTAL).as('counted')
  const { count } = await reader
    .selectFrom(counted)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Unread notices, and the mentions and questions among them. */
export async function countUnread(reader: Reader, who: NoticeReader): Promise<{ unread: number; mentions: number }> {
  const counted = visibleNotices(reader, who)
    .where('n.read_at', 'is', null)
    .select('n.code')
    .limit(MAX_COUNTED)
    .as('counted')
  const row = await reader
    .selectFrom(counted)
    .select((each) => each.fn.countAll<number>().as('unread'))
    .select(sql<number>`sum(case when code in (${sql.join(ADDRESSED)}) then 1 else 0 end)`.as('mentions'))
    .executeTakeFirstOrThrow()
  return { unread: Number(row.unread), mentions: Number(row.mentions ?? 0) }
}

export async function markNotices(tx: Tx, personId: string, marks: NoticeMarks, readAt: string | null): Promise<void> {
  const query = tx
    .updateTable('notices')
    .set({ read_at: readAt })
    .where('person_id', '=', personId)
    .where('in_app', '=', 1)
    .where('read_at', readAt === null ? 'is not' : 'is', null)
  if ('ids' in marks) await query.where('id', 'in', marks.ids).execute()
  else if ('requestId' in marks) {
    const about = tx.selectFrom('requests').select('number').where('request_id', '=', marks.requestId)
    await query.where('request_number', '=', about).execute()
  } else await query.execute()
}
