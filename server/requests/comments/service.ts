import type { Comment, CommentPageQuery, NewComment } from '../../../shared/comments.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Actor } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import type { Reader } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { recordComment } from '../history/service.ts'
import { candidatesFor, fitPage } from '../../platform/http/paging.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../../platform/idempotency/idempotent-call.ts'
import { getRow, lockRequest } from '../service.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import { addCommentToSearch } from '../search/comments.ts'
import type { Deps } from './deps.ts'
import { mentionedIn, storeMentions } from './mentions.ts'
import { findPlace, insertComment, listCommentRows, listCommentSizes } from './queries.ts'
import { toComment, toComments } from './read.ts'

/** Whether a person reads internal notes. */
export function readsInternal(actor: Pick<Actor, 'permissions'>): boolean {
  return actor.permissions.has('comments.internal')
}

/**
 * A page of the newest comments of a request, or of the newest before one of them, oldest first, with the authors' current
 * names. Visible to everybody who may see the request; internal notes only with `comments.internal`.
 */
export async function listComments(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
  address: string,
  { limit, before }: CommentPageQuery = {},
): Promise<{ comments: Comment[]; hasEarlier: boolean }> {
  const policy = await settings.policy()
  const { number } = await getRow(db.read, actor, policy, address)
  const internal = readsInternal(actor) ? 1 : 0
  const query = { number, limit: candidatesFor(limit), internal } as const
  const candidates =
    before === undefined
      ? await listCommentSizes(db.read, query, 'newest')
      : await listCommentSizes(db.read, { ...query, ...(await getPlace(db.read, number, before, internal)) }, 'before')
  const { page, hasMore } = fitPage(candidates, limit)
  const [newest, oldest] = [page[0], page.at(-1)]
  if (!newest || !oldest) return { comments: [], hasEarlier: false }
  const rows = await listCommentRows(db.read, {
    number,
    internal,
    oldest_at: oldest.created_at,
    oldest_id: oldest.id,
    newest_at: newest.created_at,
    newest_id: newest.id,
  })
  return { comments: await toComments(db.read, actor, rows), hasEarlier: hasMore }
}

async function getPlace(reader: Reader, number: number, id: string, internal: 0 | 1) {
  const [place] = await findPlace(reader, { number, id, internal })
  if (place) return place
  throw fieldError('bad-input', 'before', text('This request has no such comment.'))
}

/**
 * Adds a comment to a request that the actor may see. The request's version is not incremented, so that a comment never
 * makes a concurrent edit stale. Everything is read by the transaction: on SQLite the reading connection has to read its
 * pages anew after each commit.
 */
export async function addComment(
  { db, clock, settings }: Pick<Deps, 'clock' | 'settings'> & { db: Pick<Deps['db'], 'write'> },
  actor: Actor,
  address: string,
  { comment, internal: isInternal = false }: NewComment,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<Comment> {
  requirePermission(actor, 'comments.create', 'comment')
  if (isInternal) requireInternal(actor)
  const policy = await settings.policy()
  return db.write(async (tx) => {
    // The idempotency key refers to the request's id, whichever form of its address is used. The row is locked after the
    // key, so that a repetition waits for its key.
    const { id: requestId } = await getRow(tx, actor, policy, address)
    const onRequest = idempotency.as(() => `POST /requests/${requestId}/comments`)
    return onRequest.run(tx, async () => {
      const request = await lockRequest(tx, actor, policy, address)
      const now = clock()
      const at = now.toISOString()
      const id = orderedId(now)
      const event = { request_number: request.number, at, actor_id: actor.id, version: request.version }
      const mentioned = await mentionedIn(tx, policy, request, { comment, isInternal })
      const row = { id, author_id: actor.id, comment, created_at: at, is_internal: isInternal ? 1 : 0 } as const
      await insertComment(tx, { ...row, request_number: request.number })
      await storeMentions(tx, id, mentioned)
      await addCommentToSearch(tx, { id, requestNumber: request.number, comment, isInternal })
      await recordComment(tx, event, 'commented', id)
      await record(tx, clock, {
        actorId: actor.id,
        action: 'comment.added',
        targetType: 'request',
        targetId: request.id,
        details: { requestId: request.request_id, commentId: id },
      })
      const { firstName: first, lastName: last } = actor.user
      return toComment(tx, actor, { ...row, edited_at: null, deleted_at: null, version: 1, first, last })
    })
  })
}

function requireInternal(actor: Actor): void {
  if (readsInternal(actor)) return
  const message = text('You are not allowed to write internal notes.')
  throw new AppError('not-allowed', message, { details: [{ path: 'internal', message }] })
}
