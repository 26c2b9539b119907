import type { Comment, MentionedPerson } from '../../../shared/comments.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Reader } from '../../platform/database/db.ts'
import { type CommentRow, listMentions } from './queries.ts'

/** Stored comments as their reader gets them. */
export async function toComments(reader: Reader, actor: Actor, rows: CommentRow[]): Promise<Comment[]> {
  const mentions = await mentionsOf(reader, rows)
  return rows.map((row) => ({
    id: row.id,
    comment: row.comment,
    createdAt: row.created_at,
    user: row.first === null || row.last === null ? null : { firstName: row.first, lastName: row.last },
    internal: row.is_internal === 1,
    editedAt: row.edited_at,
    deletedAt: row.deleted_at,
    version: row.version,
    mentions: mentions.get(row.id) ?? [],
    mayChange: mayChange(actor, row),
  }))
}

export async function toComment(reader: Reader, actor: Actor, row: CommentRow): Promise<Comment> {
  const [comment] = await toComments(reader, actor, [row])
  return comment!
}

function mayChange(actor: Actor, { author_id, deleted_at }: CommentRow): boolean {
  if (author_id !== actor.id || deleted_at !== null || actor.seenBy !== undefined) return false
  return actor.permissions.has('comments.create')
}

async function mentionsOf(reader: Reader, rows: CommentRow[]): Promise<Map<string, MentionedPerson[]>> {
  const ids = rows.flatMap(({ id, comment }) => (comment.includes('@') ? [id] : []))
  const mentions = ids.length > 0 ? await listMentions(reader, { ids: JSON.stringify(ids) }) : []
  const people = Map.groupBy(mentions, (row) => row.comment_id)
  return new Map(
    [...people].map(([id, some]) => [
      id,
      some.map(({ username, first, last }) => ({ username, firstName: first, lastName: last })),
    ]),
  )
}
