import { isOpen } from '../../shared/request-rules.ts'
import type { Notice } from '../../shared/notices.ts'
import type { Reader } from '../platform/database/db.ts'
import { parsePermissions } from '../people/roles/permissions.ts'
import { readPolicy } from '../settings/service.ts'
import { isWatching } from './candidates.ts'
import { toNotice } from './list.ts'
import { findUnreadNotice } from './queries.ts'
import { readerOf } from './visible-notices.ts'

/** The notice as its reader sees it now; undefined if it was read, undone, or is no longer visible to them. */
export async function noticeForMail(reader: Reader, noticeId: string): Promise<Notice | undefined> {
  const person = await reader
    .selectFrom('notices as n')
    .innerJoin('users as u', 'u.id', 'n.person_id')
    .innerJoin('roles as o', 'o.id', 'u.role_id')
    .select(['u.id', 'o.permissions'])
    .where('n.id', '=', noticeId)
    .where('u.deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!person) return undefined
  const permissions = new Set(parsePermissions(person.permissions))
  const who = readerOf({ id: person.id, permissions }, await readPolicy(reader))
  const row = await findUnreadNotice(reader, who, noticeId)
  if (!row || isUndone(row, person.id)) return undefined
  return row.is_removed === 1 ? withoutMention(toNotice(row)) : toNotice(row)
}

/** An edit took the person's name out: what remains is a comment on a request that they may watch. */
function withoutMention(notice: Notice): Notice | undefined {
  const reasons = notice.reasons.filter(({ code }) => code !== 'mention' && code !== 'question')
  return isWatching(reasons.map(({ code }) => code)) ? { ...notice, code: 'comment', reasons } : undefined
}

type Found = NonNullable<Awaited<ReturnType<typeof findUnreadNotice>>>

/** Whether what a single notice tells is no longer so. */
function isUndone(row: Found, personId: string): boolean {
  if (row.count > 1 || row.request_number === null || row.status === null) return false
  const { dueDate } = JSON.parse(row.details) as { dueDate?: string }
  switch (row.code) {
    case 'assigned':
      return row.assigned_to_id !== personId
    case 'status':
    case 'declined':
      return row.status !== row.new_value
    case 'created':
      return !isOpen(row.status)
    case 'comment':
    case 'mention':
    case 'question':
      return row.deleted_at !== null
    case 'due-soon':
    case 'overdue':
      return !isOpen(row.status) || row.due_date !== dueDate
    default:
      return false
  }
}
