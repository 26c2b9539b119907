import type { Comment, CommentConflict, CommentEdit } from '../../../shared/comments.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Actor } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { recordComment } from '../history/service.ts'
import type { RequestRow } from '../row.ts'
import { getRow, lockRequest } from '../service.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import { changeCommentInSearch, removeCommentFromSearch } from '../search/comments.ts'
import type { Policy } from '../../settings/service.ts'
import type { Deps } from './deps.ts'
import { removeMentions } from './mention-queries.ts'
import { changeMentions, mentionedIn } from './mentions.ts'
import { changeText, type CommentRow, eraseText, findComment } from './queries.ts'
import { toComment } from './read.ts'
import { readsInternal } from './service.ts'

/**
 * Replaces the text of the actor's own comment. What it said before is not kept, so that what should never have been
 * written can be taken back; that it was edited, and when, stays visible.
 * @throws AppError `stale-version` with the stored comment if it was edited since the editor loaded it
 */
export async function editComment(
  deps: Deps,
  actor: Actor,
  id: string,
  { comment, version }: CommentEdit,
): Promise<Comment> {
  return change(deps, actor, id, async (tx, { row, request, policy, at }) => {
    if (row.comment === comment) return row
    if (version !== undefined && version !== row.version) throw await conflict(tx, actor, row)
    const mentioned = await mentionedIn(tx, policy, request, { comment, isInternal: row.is_internal === 1 })
    await changeText(tx, { id, comment, at })
    await changeCommentInSearch(tx, id, comment)
    const entry = await recordBoth(tx, deps, actor, request, at, ['comment-edited', 'comment.edited'], id)
    await changeMentions(tx, id, mentioned, entry)
    return { ...row, comment, edited_at: at, version: row.version + 1 }
  })
}

async function conflict(tx: Tx, actor: Actor, row: CommentRow): Promise<AppError> {
  const current = await toComment(tx, actor, row)
  return new AppError('stale-version', text('This comment was changed elsewhere since you opened it.'), {
    extra: { current } satisfies Partial<CommentConflict>,
  })
}

/** Deletes the actor's own comment. That there was one, by whom and when, stays visible. */
export async function deleteComment(deps: Deps, actor: Actor, id: string): Promise<Comment> {
  return change(deps, actor, id, async (tx, { row, request, at }) => {
    await eraseText(tx, { id, at })
    await removeCommentFromSearch(tx, { id })
    await removeMentions(tx, { comment_id: id })
    await recordBoth(tx, deps, actor, request, at, ['comment-deleted', 'comment.deleted'], id)
    return { ...row, comment: '', deleted_at: at }
  })
}

interface Changed {
  row: CommentRow
  request: RequestRow
  policy: Policy
  at: string
}

async function change(
  { db, clock, settings }: Deps,
  actor: Actor,
  id: string,
  work: (tx: Tx, changed: Changed) => Promise<CommentRow>,
): Promise<Comment> {
  const policy = await settings.policy()
  const { request_id } = await getOwn(db.read, actor, policy, id)
  return db.write(async (tx) => {
    const request = await lockRequest(tx, actor, policy, request_id)
    const row = await getOwn(tx, actor, policy, id)
    return toComment(tx, actor, await work(tx, { row, request, policy, at: clock().toISOString() }))
  })
}

/**
 * A comment that the actor may change.
 * @throws AppError `not-found` when there is none that they can read; `not-allowed` for another person's; `wrong-status`
 *   for a deleted one
 */
async function getOwn(reader: Reader, actor: Actor, policy: Policy, id: string) {
  const [row] = await findComment(reader, { id })
  if (!row || (row.is_internal === 1 && !readsInternal(actor))) throw noSuchComment()
  await getRow(reader, actor, policy, row.request_id).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not-found' ? noSuchComment() : error
  })
  if (row.author_id !== actor.id) throw new AppError('not-allowed', text('Only its author can change a comment.'))
  requirePermission(actor, 'comments.create', 'comment')
  if (row.deleted_at !== null) throw new AppError('wrong-status', text('This comment has been deleted.'))
  return row
}

const noSuchComment = () => fieldError('not-found', 'id', text('There is no such comment.'))

async function recordBoth(
  tx: Tx,
  { clock }: Deps,
  actor: Actor,
  request: RequestRow,
  at: string,
  [entry, action]: ['comment-edited', 'comment.edited'] | ['comment-deleted', 'comment.deleted'],
  commentId: string,
): Promise<number> {
  const event = { request_number: request.number, at, actor_id: actor.id, version: request.version }
  const entryId = await recordComment(tx, event, entry, commentId)
  await record(tx, clock, {
    actorId: actor.id,
    action,
    targetType: 'request',
    targetId: request.id,
    details: { requestId: request.request_id, commentId },
  })
  return entryId
}
