import type { Comment } from '../../shared/comments.ts'
import { post } from '../client/api.ts'
import { backwardPages, withNewest } from '../client/pages-back.ts'
import { queryClient } from '../client/query.ts'
import { forgetIdempotencyKey, idempotencyKeyFor } from '../client/idempotency-key.ts'
import { requestChanged } from './api.ts'

const address = (requestId: string) => `/api/requests/${encodeURIComponent(requestId)}/comments`

/** The comments of a request, oldest first, read backwards from the newest page. */
export function commentsOptions(requestId: string) {
  return backwardPages<Comment>(address(requestId))
}

/** Idempotent: sent again after a failure, the same comment is stored only once. */
export async function addComment(requestId: string, comment: string): Promise<Comment> {
  const place = address(requestId)
  const stored = await post<Comment>(place, { comment }, { attempt: idempotencyKeyFor(place, comment) })
  forgetIdempotencyKey(place)
  queryClient.setQueryData(commentsOptions(requestId).queryKey, (read) => withNewest(read, stored))
  // The comment also appears in the history, and changes what the search finds.
  requestChanged(requestId)
  return stored
}
