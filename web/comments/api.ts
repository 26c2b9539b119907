import { queryOptions } from '@tanstack/react-query'
import type { Comment } from '../../shared/comments.ts'
import { post } from '../api.ts'
import { queryClient, refresh } from '../query.ts'
import { attemptDone, attemptFor } from '../requests/attempt.ts'

const address = (requestId: string) => `/api/requests/${encodeURIComponent(requestId)}/comments`

/** The comments of a request, oldest first. */
export function commentsOptions(requestId: string) {
  return queryOptions<Comment[]>({ queryKey: [address(requestId)] })
}

/** Sent again after a failure, the same comment is still stored only once. */
export async function addComment(requestId: string, comment: string): Promise<Comment> {
  const place = address(requestId)
  const stored = await post<Comment>(place, { comment }, { attempt: attemptFor(place, comment) })
  attemptDone(place)
  // Shown at once; a list that was not read yet stays unread, or it would hold this comment alone.
  queryClient.setQueryData(commentsOptions(requestId).queryKey, (before) =>
    before?.every((other) => other.id !== stored.id) ? [...before, stored] : before,
  )
  // The comment stands in the history, and search looks through it.
  void refresh(`/api/requests/${encodeURIComponent(requestId)}`)
  return stored
}
