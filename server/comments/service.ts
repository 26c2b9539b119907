import type { Comment, CommentPageQuery, NewComment } from '../../shared/comments.ts'
import { record } from '../audit/service.ts'
import type { Reader } from '../database/db.ts'
import { orderedId } from '../database/ordered-id.ts'
import { addCommentToSearch } from '../search/texts.ts'
import { fieldError } from '../errors.ts'
import type { Deps } from './deps.ts'
import { requirePermission } from '../roles/require-permission.ts'
import { recordComment } from '../history/service.ts'
import { candidatesFor, fitPage } from '../http/paging.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../idempotency/idempotent-call.ts'
import { getRow, getRowForChange } from '../requests/service.ts'
import type { Actor } from '../actor.ts'
import { mentionedIn, storeMentions } from './mentions.ts'
import { type CommentRow, findPlace, insertComment, listCommentRows, listCommentSizes } from './queries.ts'

/**
 * A page of the newest comments of a request, or of the newest before one of them, oldest first, with the authors' current
 * names. Visible to everybody who may see the request.
 */
export async function listComments(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
  address: string,
  { limit, before }: CommentPageQuery = {},
): Promise<{ comments: Comment[]; hasEarlier: boolean }> {
  const policy = await settings.policy()
  const { number } = await getRow(db.read, actor, policy, address)
  const wanted = { number, limit: candidatesFor(limit) }
  const candidates =
    before === undefined
      ? await listCommentSizes(db.read, wanted, 'newest')
      : await listCommentSizes(db.read, { ...wanted, ...(await getPlace(db.read, number, before)) }, 'before')
  const { page, hasMore } = fitPage(candidates, limit)
  const [newest, oldest] = [page[0], page.at(-1)]
  if (!newest || !oldest) return { comments: [], hasEarlier: false }
  const rows = await listCommentRows(db.read, {
    number,
    oldest_at: oldest.created_at,
    oldest_id: oldest.id,
    newest_at: newest.created_at,
    newest_id: newest.id,
  })
  return { comments: rows.map(toComment), hasEarlier: hasMore }
}

async function getPlace(reader: Reader, number: number, id: string) {
  const [place] = await findPlace(reader, { number, id })
  if (place) return place
  throw fieldError('bad-input', 'before', 'This request has no such comment.')
}

/**
 * Adds a comment to a request that the actor may see. The request's version is not incremented, so that a comment never
 * makes a concurrent edit stale.
 */
export async function addComment(
  { db, clock, settings }: Deps,
  actor: Actor,
  address: string,
  { comment }: NewComment,
  once: IdempotentCall = WITHOUT_KEY,
): Promise<Comment> {
  requirePermission(actor, 'comments.create', 'comment')
  const policy = await settings.policy()
  // The idempotency key refers to the request's id, whichever form of its address is used.
  const { id: requestId } = await getRow(db.read, actor, policy, address)
  const onRequest = once.as(() => `POST /requests/${requestId}/comments`)
  return db.write((tx) =>
    onRequest.run(tx, async () => {
      const request = await getRowForChange(tx, actor, policy, address)
      const now = clock()
      const at = now.toISOString()
      const id = orderedId(now)
      const event = { request_number: request.number, at, actor_id: actor.id, version: request.version }
      const mentioned = await mentionedIn(tx, policy, request, { comment, isInternal: false })
      const row = { id, request_number: request.number, author_id: actor.id, comment, created_at: at }
      await insertComment(tx, { ...row, is_internal: 0 })
      await storeMentions(tx, id, mentioned)
      await addCommentToSearch(tx, request.number, comment)
      await recordComment(tx, event, 'commented', id)
      await record(tx, clock, {
        actorId: actor.id,
        action: 'comment.added',
        targetType: 'request',
        targetId: request.id,
        details: { requestId: request.request_id, commentId: id },
      })
      const { firstName, lastName } = actor.user
      return { id, comment, createdAt: at, user: { firstName, lastName } }
    }),
  )
}

function toComment({ id, comment, created_at, first, last }: CommentRow): Comment {
  const user = first === null || last === null ? null : { firstName: first, lastName: last }
  return { id, comment, createdAt: created_at, user }
}
