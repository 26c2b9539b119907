import { z } from 'zod'
import { pageQuery } from './paging.ts'
import { LIMITS, line, reference, requiredText } from './text.ts'
import { PersonName } from './users.ts'

export const EMPTY_COMMENT = 'Please enter a comment'

/** Somebody whom `@username` in a text names. */
export const MentionedPerson = PersonName.extend({ username: z.string() })
export type MentionedPerson = z.infer<typeof MentionedPerson>

export const Comment = z.object({
  id: z.string(),
  /** Markdown without HTML; empty once deleted */
  comment: z.string(),
  createdAt: z.string(),
  user: PersonName.nullable(),
  /** an internal note: only people with `comments.internal` get it */
  internal: z.boolean(),
  editedAt: z.string().nullable(),
  deletedAt: z.string().nullable(),
  /** counts the texts it has had */
  version: z.int(),
  mentions: z.array(MentionedPerson),
  /** whether the reader may edit and delete it */
  mayChange: z.boolean(),
})
export type Comment = z.infer<typeof Comment>

/** Query of GET /api/requests/{id}/comments. */
export const CommentPageQuery = pageQuery(reference())
export type CommentPageQuery = z.infer<typeof CommentPageQuery>

const text = requiredText(EMPTY_COMMENT, LIMITS.comment)

export const NewComment = z.strictObject({ comment: text, internal: z.boolean().optional() })
export type NewComment = z.infer<typeof NewComment>

/** Body of PUT /api/comments/{id}. */
export const CommentEdit = z.strictObject({
  comment: text,
  /** of the comment as the editor loaded it; without it, the edit replaces whatever is stored */
  version: z.int('version must be a whole number').optional(),
})
export type CommentEdit = z.infer<typeof CommentEdit>

/** 409: another edit, in another tab or on another device, was saved first. */
export const CommentConflict = z.object({ error: z.string(), code: z.literal('stale-version'), current: Comment })
export type CommentConflict = z.infer<typeof CommentConflict>

/** Query of GET /api/requests/{id}/mentionable. */
export const MentionableQuery = z.strictObject({
  search: line(LIMITS.search).optional(),
  /** for an internal note */
  internal: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
})
export type MentionableQuery = z.infer<typeof MentionableQuery>

/** Answer of GET /api/requests/{id}/mentionable: the first people by name. */
export const Mentionable = z.object({ people: z.array(MentionedPerson) })
export type Mentionable = z.infer<typeof Mentionable>
