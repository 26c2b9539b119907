import type { Comment } from '../../shared/comments.ts'
import { post } from '../client/api.ts'
import { pagesBack, withNewest } from '../client/pages-back.ts'
import { queryClient, refresh } from '../client/query.ts'
import { attemptDone, attemptFor } from '../client/attempt.ts'

const address = (requestId: string) => `/api/requests/${encodeURIComponent(requestId)}/comments`

/** The comments of a request, oldest first, from the newest page back. */
export function commentsOptions(requestId: string) {
  return pagesBack<Comment>(address(requestId))
}

/** Sent again after a failure, the same comment is still stored only once. */
export async function addComment(requestId: string, comment: string): Promise<Comment> {
  const place = address(requestId)
  const stored = await post<Comment>(place, { comment }, { attempt: attemptFor(place, comment) })
  attemptDone(place)
  // Shown at once.
  queryClient.setQueryData(commentsOptions(requestId).queryKey, (read) => withNewest(read, stored))
  // The comment stands in the history, and search looks through it.
  void refresh(`/api/requests/${encodeURIComponent(requestId)}`)
  return stored
}
