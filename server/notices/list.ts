import type { Notice, NoticeMarks, NoticeReason, Notices, NoticesQuery } from '../../shared/notices.ts'
import type { Actor } from '../platform/actor.ts'
import type { NoticeDetails } from './details.ts'
import { announceTo, type Deps } from './deps.ts'
import { excerptOf } from './excerpt.ts'
import { countShown, countUnread, listNoticeRows, markNotices, type NoticeRow } from './queries.ts'
import { readerOf } from './visible-notices.ts'

const PAGE_SIZE = 20

/** A page of the actor's notices, newest first, and how many are unread in all. */
export async function listNotices(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
  { show = 'all', page = 1, limit = PAGE_SIZE }: NoticesQuery,
): Promise<Notices> {
  const who = readerOf(actor, await settings.policy())
  const rows = await listNoticeRows(db.read, who, show, { limit, offset: (page - 1) * limit })
  const counts = await countUnread(db.read, who)
  const total = page === 1 && rows.length < limit ? rows.length : await countShown(db.read, who, show)
  return { notices: rows.map(toNotice), total, ...counts }
}

/** Marks the actor's notices as read, or as unread; ids of other people's have no effect. */
export async function markAs(
  deps: Deps,
  actor: Actor,
  state: 'read' | 'unread',
  marks: NoticeMarks,
): Promise<{ unread: number; mentions: number }> {
  const { db, settings, clock } = deps
  await db.write((tx) => markNotices(tx, actor.id, marks, state === 'read' ? clock().toISOString() : null))
  announceTo(deps, [actor.id])
  return countUnread(db.read, readerOf(actor, await settings.policy()))
}

export function toNotice(row: NoticeRow): Notice {
  const details = JSON.parse(row.details) as NoticeDetails
  const isStatus = row.field === 'status'
  return {
    id: row.id,
    code: row.code,
    values: {
      count: row.count,
      requests: Number(row.requests),
      requestIds: row.named?.split(',') ?? [],
      actor: row.first === null || row.last === null ? null : { firstName: row.first, lastName: row.last },
      title: row.title,
      department: details.department ?? row.department,
      from: isStatus ? row.old_value : null,
      to: isStatus ? row.new_value : null,
      reason: isStatus ? row.reason : null,
      dueDate: details.dueDate ?? null,
      commentId: row.comment_id,
      excerpt: row.excerpt ? excerptOf(row.excerpt) : null,
      name: row.name,
      path: details.path ?? null,
      rows: details.rows ?? null,
      address: details.address ?? null,
    },
    requestId: row.request_id,
    reasons: (JSON.parse(row.reasons) as NoticeReason[]).map((code) => ({ code })),
    readAt: row.read_at,
    at: row.at,
  }
}
