import { prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'

export interface CommentRow {
  id: string
  comment: string
  created_at: string
  first: string | null
  last: string | null
}

/** Oldest first; those of the same millisecond in the order of their ids, so that every call agrees. */
export const listCommentRows = prepared<{ number: number }, CommentRow>((db, hole) =>
  db
    .selectFrom('comments as c')
    .leftJoin('users as u', 'u.id', 'c.author_id')
    .select(['c.id', 'c.comment', 'c.created_at', 'u.first_name as first', 'u.last_name as last'])
    .where('c.request_number', '=', hole.number)
    .orderBy('c.created_at')
    .orderBy('c.id'),
)

export const insertComment = prepared<Tables['comments'], Record<string, never>>((db, hole) =>
  db.insertInto('comments').values({
    id: hole.id,
    request_number: hole.request_number,
    author_id: hole.author_id,
    comment: hole.comment,
    created_at: hole.created_at,
  }),
)
