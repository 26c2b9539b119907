import { z } from 'zod'
import { LIMITS, requiredText } from './text.ts'
import { PersonName } from './users.ts'

export const EMPTY_COMMENT = 'Please enter a comment'

export const Comment = z.object({
  id: z.string(),
  comment: z.string(),
  createdAt: z.string(),
  user: PersonName.nullable(),
})
export type Comment = z.infer<typeof Comment>

export const NewComment = z.strictObject({ comment: requiredText(EMPTY_COMMENT, LIMITS.comment) })
export type NewComment = z.infer<typeof NewComment>
