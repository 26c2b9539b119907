import { sql } from 'kysely'
import { fold, foldWithin } from '../../shared/fold.ts'
import { LIMITS } from '../../shared/text-rules.ts'
import type { Tx } from '../database/db.ts'
import { prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'
import { engineOf } from '../database/dialect.ts'

/** Indexes a new request. Call it in the transaction that stores the request. */
export async function addToSearch(
  tx: Tx,
  request: { number: number; requestId: string; title: string; description: string },
): Promise<void> {
  await insertDocument(tx, {
    request_number: request.number,
    request_id: fold(request.requestId),
    title: foldWithin(request.title, LIMITS.title),
    description: foldWithin(request.description, LIMITS.description),
    comments: '',
  })
}

const insertDocument = prepared<Tables['search_documents'], Record<string, never>>((db, param) =>
  db.insertInto('search_documents').values({
    request_number: param.request_number,
    request_id: param.request_id,
    title: param.title,
    description: param.description,
    comments: param.comments,
  }),
)

/** Indexes changed texts of a request; those left out stay as they are. */
export async function changeInSearch(
  tx: Tx,
  number: number,
  texts: { title?: string | undefined; description?: string | undefined },
): Promise<void> {
  if (texts.title === undefined && texts.description === undefined) return
  await tx
    .updateTable('search_documents')
    .set({
      ...(texts.title !== undefined && { title: foldWithin(texts.title, LIMITS.title) }),
      ...(texts.description !== undefined && { description: foldWithin(texts.description, LIMITS.description) }),
    })
    .where('request_number', '=', number)
    .execute()
}

/** Indexes a new comment with its request. */
export async function addCommentToSearch(tx: Tx, number: number, comment: string): Promise<void> {
  await appendComment(tx, { number, line: foldWithin(comment, LIMITS.comment) + '\n' })
}

/**
 * Characters of a discussion that are searchable: its newest part. Every comment re-indexes the whole text of its request,
 * so without a limit each comment would block other writes longer than the one before.
 */
export const MAX_COMMENT_CHARACTERS = 30_000

const appendComment = prepared<{ number: number; line: string }, Record<string, never>>((db, param) =>
  db
    .updateTable('search_documents')
    .set((row) => {
      const all = sql`${row.ref('comments')} || ${param.line}`
      const most = sql.lit(MAX_COMMENT_CHARACTERS)
      return { comments: engineOf(db) === 'postgres' ? sql`right(${all}, ${most})` : sql`substr(${all}, -${most})` }
    })
    .where('request_number', '=', param.number),
)
