import { sql, type SqlBool } from 'kysely'
import { prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'

export interface CommentRow {
  id: string
  comment: string
  created_at: string
  first: string | null
  last: string | null
}

type Place = Pick<CommentRow, 'id' | 'created_at'>

/** Where a comment of this request stands among the others. */
export const findPlace = prepared<{ number: number; id: string }, Place>((db, hole) =>
  db
    .selectFrom('comments')
    .select(['id', 'created_at'])
    .where('request_number', '=', hole.number)
    .where('id', '=', hole.id),
)

/**
 * The newest comments, or the newest before a place, and how long each is; the texts are read by `listCommentRows` once it is
 * known which of them fit the page. Those of the same millisecond come in the order of their ids, so that every call agrees.
 */
export const listCommentSizes = prepared<
  { number: number; limit: number } & Partial<Place>,
  Place & { bytes: number },
  'newest' | 'before'
>((db, hole, from) =>
  db
    .selectFrom('comments as c')
    .select(['c.id', 'c.created_at', sql<number>`octet_length(c.comment)`.as('bytes')])
    .where('c.request_number', '=', hole.number)
    .$if(from === 'before', (query) =>
      query.where(sql<SqlBool>`(c.created_at, c.id) < (${hole.created_at}, ${hole.id})`),
    )
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(hole.limit),
)

/** The comments from one place to another, both included, oldest first. */
export const listCommentRows = prepared<
  { number: number } & Record<'oldest_at' | 'oldest_id' | 'newest_at' | 'newest_id', string>,
  CommentRow
>((db, hole) =>
  db
    .selectFrom('comments as c')
    .leftJoin('users as u', 'u.id', 'c.author_id')
    .select(['c.id', 'c.comment', 'c.created_at', 'u.first_name as first', 'u.last_name as last'])
    .where('c.request_number', '=', hole.number)
    .where(sql<SqlBool>`(c.created_at, c.id) >= (${hole.oldest_at}, ${hole.oldest_id})`)
    .where(sql<SqlBool>`(c.created_at, c.id) <= (${hole.newest_at}, ${hole.newest_id})`)
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
