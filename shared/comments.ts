import { z } from 'zod'
import { pageQuery } from './paging.ts'
import { LIMITS, reference, requiredText } from './text.ts'
import { PersonName } from './users.ts'

export const EMPTY_COMMENT = 'Please enter a comment'

export const Comment = z.object({
  id: z.string(),
  comment: z.string(),
  createdAt: z.string(),
  user: PersonName.nullable(),
})
export type Comment = z.infer<typeof Comment>

/** Query of GET /api/requests/{id}/comments. */
export const CommentPageQuery = pageQuery(reference())
export type CommentPageQuery = z.infer<typeof CommentPageQuery>

export const NewComment = z.strictObject({ comment: requiredText(EMPTY_COMMENT, LIMITS.comment) })
export type NewComment = z.infer<typeof NewComment>
