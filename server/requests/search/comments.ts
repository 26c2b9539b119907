import { type RawBuilder, sql } from 'kysely'
import { foldWithin } from '../../../shared/fold.ts'
import { LIMITS } from '../../../shared/text-rules.ts'
import type { Tx } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'

/** A row's id is its request's number times this, plus a count, so that the comments of a request are adjacent. */
export const COMMENTS_OF_REQUEST = 2 ** 20

interface Said {
  id: string
  requestNumber: number
  comment: string
  isInternal: boolean
}

/** Indexes a new comment, with its request locked. Call it in the transaction that stores the comment. */
export async function addCommentToSearch(tx: Tx, { id, requestNumber, comment, isInternal }: Said): Promise<void> {
  await insertComment(tx, {
    request_number: requestNumber,
    first: requestNumber * COMMENTS_OF_REQUEST,
    behind: (requestNumber + 1) * COMMENTS_OF_REQUEST,
    comment_id: id,
    is_internal: isInternal ? 1 : 0,
    text: foldWithin(comment, LIMITS.comment),
  })
}

interface NewRow {
  request_number: number
  first: number
  behind: number
  comment_id: string
  is_internal: 0 | 1
  text: string
}

const insertComment = prepared<NewRow, Record<string, never>>((db, param) => {
  const query = sql<
    Record<string, never>
  >`insert into search_comments (id, request_number, comment_id, is_internal, text)
    select coalesce((select max(id) from search_comments where id >= ${param.first} and id < ${param.behind}) + 1,
      ${param.first}), ${param.request_number}, ${param.comment_id}, ${param.is_internal}, ${param.text}`
  return { compile: () => query.compile(db) }
})

export const changeCommentInSearch = (tx: Tx, id: string, comment: string) =>
  changeText(tx, { id, text: foldWithin(comment, LIMITS.comment) })

const changeText = prepared<{ id: string; text: string }, Record<string, never>>((db, param) =>
  db.updateTable('search_comments').set({ text: param.text }).where('comment_id', '=', param.id),
)

export const removeCommentFromSearch = prepared<{ id: string }, Record<string, never>>((db, param) =>
  db.deleteFrom('search_comments').where('comment_id', '=', param.id),
)

/** The rows of a request's comments, as a condition on `search_comments` under an alias. */
export function commentsOf(number: RawBuilder<unknown>, alias: string): RawBuilder<unknown> {
  const id = sql.ref(`${alias}.id`)
  const rows = sql.lit(COMMENTS_OF_REQUEST)
  return sql`${id} >= ${number} * ${rows} and ${id} < (${number} + 1) * ${rows}`
}
