import type { Comment, CommentEdit } from '../../../shared/comments.ts'
import { del, post, put } from '../../client/api.ts'
import { currentIn } from '../../client/api-error.ts'
import { backwardPages, withChanged, withNewest } from '../../client/pages-back.ts'
import { queryClient } from '../../client/query.ts'
import { forgetIdempotencyKey, idempotencyKeyFor } from '../../client/idempotency-key.ts'
import { requestChanged } from './api.ts'

const address = (requestId: string) => `/api/requests/${encodeURIComponent(requestId)}/comments`

/** The comments of a request, oldest first, read backwards from the newest page. */
export function commentsOptions(requestId: string) {
  return backwardPages<Comment>(address(requestId))
}

/** Idempotent: sent again after a failure, the same comment is stored only once. */
export async function addComment(
  requestId: string,
  { comment, internal }: { comment: string; internal: boolean },
): Promise<Comment> {
  const place = address(requestId)
  const body = { comment, ...(internal && { internal }) }
  const stored = await post<Comment>(place, body, { attempt: idempotencyKeyFor(place, JSON.stringify(body)) })
  forgetIdempotencyKey(place)
  queryClient.setQueryData(commentsOptions(requestId).queryKey, (read) => withNewest(read, stored))
  // The comment also appears in the history, and changes what the search finds.
  requestChanged(requestId)
  return stored
}

export async function editComment(requestId: string, id: string, edit: CommentEdit): Promise<void> {
  changed(requestId, await put<Comment>(`/api/comments/${encodeURIComponent(id)}`, edit))
}

/** The comment as it was saved elsewhere meanwhile, if an edit was refused for that; it is shown from now on. */
export function takeConflict(requestId: string, error: unknown): Comment | undefined {
  const current = currentIn<Comment>(error)
  if (current) changed(requestId, current)
  return current
}

export async function deleteComment(requestId: string, id: string): Promise<void> {
  changed(requestId, await del<Comment>(`/api/comments/${encodeURIComponent(id)}`))
}

function changed(requestId: string, comment: Comment): void {
  queryClient.setQueryData(commentsOptions(requestId).queryKey, (read) => withChanged(read, comment))
  requestChanged(requestId)
}
