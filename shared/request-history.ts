import { z } from 'zod'
import { pageQuery } from './paging.ts'
import { FIELDS } from './request-fields.ts'
import { SUGGESTED_FIELDS } from './suggestion-rules.ts'
import { PersonName } from './users.ts'

/**
 * One recorded change: an entry for every changed field, oldest first. `old` and `new` are wire values (`in_progress`,
 * `2026-03-01`); for `assignedTo` the person's current name, null if unassigned. A cancellation is the change of `status`
 * to `cancelled`, with its own action. `field`, `old` and `new` are null for events that change no field: created,
 * commented and what happened to a comment since, and AI calls by a person (classified, analyzed). A decision about a suggestion has an entry for every field:
 * `old` is the suggestion, `new` the person's value, null when rejected. For documents `new` is the name of the added or
 * restored one, `old` of the removed one.
 */
const HISTORY_ACTIONS = [
  'created',
  'updated',
  'cancelled',
  'commented',
  'comment-edited',
  'comment-deleted',
  'classified',
  'analyzed',
  'decided',
  'document-added',
  'document-removed',
  'document-restored',
] as const
export type HistoryAction = (typeof HISTORY_ACTIONS)[number]

export const HistoryEntry = z.object({
  id: z.int(),
  at: z.string(),
  actor: PersonName.nullable(),
  action: z.enum(HISTORY_ACTIONS),
  field: z.enum([...FIELDS.map(({ name }) => name), ...SUGGESTED_FIELDS]).nullable(),
  old: z.string().nullable(),
  new: z.string().nullable(),
  /** The reason given for the change of the status, or of the due date alone, if any. */
  reason: z.string().nullable(),
  /** The comment that was written, edited or deleted; null in entries made before it was recorded. */
  commentId: z.string().nullable(),
  version: z.int(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** Query of GET /api/requests/{id}/history. */
export const HistoryPageQuery = pageQuery(
  z
    .string()
    .regex(/^\d{1,15}$/, 'before must be the id of an entry')
    .transform(Number),
)
export type HistoryPageQuery = z.infer<typeof HistoryPageQuery>
