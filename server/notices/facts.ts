import type { Selectable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

export type HistoryRow = Pick<
  Selectable<Tables['request_history']>,
  'id' | 'request_number' | 'at' | 'actor_id' | 'action' | 'field' | 'old_value' | 'new_value' | 'version'
>

/** What one person did to one request at one moment: a comment, or the entries of all fields that they changed. */
export interface Change {
  number: number
  actorId: string | null
  at: string
  /** oldest first */
  entries: readonly HistoryRow[]
}

/** What decides who is notified of a change, as it was at that moment. */
export interface Facts {
  requesterId: string
  /** after the change */
  assigneeId: string | null
  department: string
  /** who had commented before */
  commenters: ReadonlySet<string>
  /** Who had chosen to watch the request, or not to; without the people who were assigned to it since. */
  choices: ReadonlyMap<string, boolean>
  /** null for anything else than a comment or its edit */
  comment: CommentFacts | null
  /** of a new request: people who review those of its department */
  reviewers: readonly string[]
}

export interface CommentFacts {
  id: string
  authorId: string
  /** whom this change, the comment or its edit, has mentioned */
  mentions: readonly string[]
  isQuestion: boolean
  isInternal: boolean
}

/** Somebody whose account can be used. */
export interface Recipient {
  seesAll: boolean
  readsInternal: boolean
}

/** Everybody who may be notified of a change. */
export function peopleConcerned({
  requesterId,
  assigneeId,
  commenters,
  choices,
  comment,
  reviewers,
}: Facts): Set<string> {
  const people = [requesterId, assigneeId, ...commenters, ...choices.keys(), ...(comment?.mentions ?? []), ...reviewers]
  return new Set(people.filter((id) => id !== null))
}

/** Groups history entries into changes, in the order of their first entries. */
export function changesIn(entries: readonly HistoryRow[]): Change[] {
  return [...Map.groupBy(entries, keyOf).values()].map((group) => {
    const { request_number: number, actor_id: actorId, at } = group[0]!
    return { number, actorId, at, entries: group }
  })
}

/** Fields that were changed at once share the version, decisions made at once their instant; the rest stands for itself. */
function keyOf({ id, request_number, actor_id, action, version, at }: HistoryRow): string {
  if (action === 'updated' || action === 'cancelled') return `${request_number} ${version}`
  return action === 'decided' ? `${request_number} ${actor_id} ${at}` : `${id}`
}
