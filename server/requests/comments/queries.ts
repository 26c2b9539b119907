import { sql, type SqlBool } from 'kysely'
import { textsIn } from '../../platform/database/dialect.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Tables } from '../../platform/database/tables.ts'

export interface CommentRow {
  id: string
  author_id: string
  comment: string
  created_at: string
  is_internal: 0 | 1
  edited_at: string | null
  deleted_at: string | null
  version: number
  first: string | null
  last: string | null
}

type Place = Pick<CommentRow, 'id' | 'created_at'>

/** 1 also selects internal notes, 0 does not. */
interface Reading {
  internal: 0 | 1
}

/** The position of a comment among those of its request. */
export const findPlace = prepared<{ number: number; id: string } & Reading, Place>((db, param) =>
  db
    .selectFrom('comments')
    .select(['id', 'created_at'])
    .where('request_number', '=', param.number)
    .where('id', '=', param.id)
    .where('is_internal', '<=', param.internal),
)

/**
 * Sizes of the newest comments, or of the newest before a position; `listCommentRows` reads the texts once it is known
 * which of them fit the page. Comments of the same millisecond are ordered by id, so that pages are consistent.
 */
export const listCommentSizes = prepared<
  { number: number; limit: number } & Partial<Place> & Reading,
  Place & { bytes: number },
  'newest' | 'before'
>((db, param, from) =>
  db
    .selectFrom('comments as c')
    .select(['c.id', 'c.created_at', sql<number>`octet_length(c.comment)`.as('bytes')])
    .where('c.request_number', '=', param.number)
    .where('c.is_internal', '<=', param.internal)
    .$if(from === 'before', (query) =>
      query.where(sql<SqlBool>`(c.created_at, c.id) < (${param.created_at}, ${param.id})`),
    )
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(param.limit),
)

/** The comments between two positions, both included, oldest first. */
export const listCommentRows = prepared<
  { number: number } & Reading & Record<'oldest_at' | 'oldest_id' | 'newest_at' | 'newest_id', string>,
  CommentRow
>((db, param) =>
  db
    .selectFrom('comments as c')
    .leftJoin('users as u', 'u.id', 'c.author_id')
    .select(['c.id', 'c.author_id', 'c.comment', 'c.created_at', 'c.is_internal', 'c.edited_at', 'c.deleted_at'])
    .select(['c.version', 'u.first_name as first', 'u.last_name as last'])
    .where('c.request_number', '=', param.number)
    .where('c.is_internal', '<=', param.internal)
    .where(sql<SqlBool>`(c.created_at, c.id) >= (${param.oldest_at}, ${param.oldest_id})`)
    .where(sql<SqlBool>`(c.created_at, c.id) <= (${param.newest_at}, ${param.newest_id})`)
    .orderBy('c.created_at')
    .orderBy('c.id'),
)

/** A comment, with its author's present name and the id of its request. */
export const findComment = prepared<{ id: string }, CommentRow & { request_id: string }>((db, param) =>
  db
    .selectFrom('comments as c')
    .innerJoin('requests as r', 'r.number', 'c.request_number')
    .leftJoin('users as u', 'u.id', 'c.author_id')
    .select(['c.id', 'c.author_id', 'c.comment', 'c.created_at', 'c.is_internal', 'c.edited_at', 'c.deleted_at'])
    .select(['c.version', 'u.first_name as first', 'u.last_name as last', 'r.id as request_id'])
    .where('c.id', '=', param.id),
)

interface MentionRow {
  comment_id: string
  username: string
  first: string
  last: string
}

/** Whom comments mention; `ids` is a JSON list. */
export const listMentions = prepared<{ ids: string }, MentionRow>((db, param) =>
  db
    .selectFrom('comment_mentions as m')
    .innerJoin('users as u', 'u.id', 'm.person_id')
    .select(['m.comment_id', 'u.username', 'u.first_name as first', 'u.last_name as last'])
    .where(sql<SqlBool>`m.comment_id in ${textsIn(db, param.ids)}`)
    .where('m.is_removed', '=', 0)
    .orderBy('u.name_key')
    .orderBy('u.id'),
)

type NewRow = Omit<Tables['comments'], 'is_internal' | 'edited_at' | 'deleted_at' | 'version'> & { is_internal: 0 | 1 }

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

export const changeText = prepared<{ id: string; comment: string; at: string }, Record<string, never>>((db, param) =>
  db
    .updateTable('comments')
    .set({ comment: param.comment, edited_at: param.at, version: sql`version + 1` })
    .where('id', '=', param.id),
)

export const eraseText = prepared<{ id: string; at: string }, Record<string, never>>((db, param) =>
  db.updateTable('comments').set({ comment: '', deleted_at: param.at }).where('id', '=', param.id),
)
