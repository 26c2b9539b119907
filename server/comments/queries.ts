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

/** The position of a comment among those of its request. */
export const findPlace = prepared<{ number: number; id: string }, Place>((db, param) =>
  db
    .selectFrom('comments')
    .select(['id', 'created_at'])
    .where('request_number', '=', param.number)
    .where('id', '=', param.id),
)

/**
 * Sizes of the newest comments, or of the newest before a position; `listCommentRows` reads the texts once it is known
 * which of them fit the page. Comments of the same millisecond are ordered by id, so that pages are consistent.
 */
export const listCommentSizes = prepared<
  { number: number; limit: number } & Partial<Place>,
  Place & { bytes: number },
  'newest' | 'before'
>((db, param, from) =>
  db
    .selectFrom('comments as c')
    .select(['c.id', 'c.created_at', sql<number>`octet_length(c.comment)`.as('bytes')])
    .where('c.request_number', '=', param.number)
    .$if(from === 'before', (query) =>
      query.where(sql<SqlBool>`(c.created_at, c.id) < (${param.created_at}, ${param.id})`),
    )
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(param.limit),
)

/** The comments between two positions, both included, oldest first. */
export const listCommentRows = prepared<
  { number: number } & Record<'oldest_at' | 'oldest_id' | 'newest_at' | 'newest_id', string>,
  CommentRow
>((db, param) =>
  db
    .selectFrom('comments as c')
    .leftJoin('users as u', 'u.id', 'c.author_id')
    .select(['c.id', 'c.comment', 'c.created_at', 'u.first_name as first', 'u.last_name as last'])
    .where('c.request_number', '=', param.number)
    .where(sql<SqlBool>`(c.created_at, c.id) >= (${param.oldest_at}, ${param.oldest_id})`)
    .where(sql<SqlBool>`(c.created_at, c.id) <= (${param.newest_at}, ${param.newest_id})`)
    .orderBy('c.created_at')
    .orderBy('c.id'),
)

type NewRow = Omit<Tables['comments'], 'is_internal' | 'edited_at' | 'deleted_at'> & { is_internal: 0 | 1 }

export const insertComment = prepared<NewRow, Record<string, never>>((db, param) =>
  db.insertInto('comments').values({
    id: param.id,
    request_number: param.request_number,
    author_id: param.author_id,
    comment: param.comment,
    created_at: param.created_at,
    is_internal: param.is_internal,
  }),
)
