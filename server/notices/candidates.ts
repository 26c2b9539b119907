import { NOTICE_REASONS, type NoticeCode, type NoticeReason } from '../../shared/notices.ts'
import { isVisible } from '../requests/visibility.ts'
import { type Change, type Facts, type HistoryRow, peopleConcerned, type Recipient } from './facts.ts'

export interface Candidate {
  personId: string
  code: NoticeCode
  /** all that apply, the strongest first */
  reasons: NoticeReason[]
  /** the entry that says what changed */
  entry: HistoryRow
}

/** Reasons that a person can end for a request by no longer watching it. */
const WATCHING: readonly NoticeReason[] = ['assigned', 'own', 'commented', 'watching']

/**
 * Who is notified of a change, of what, and why: at most one notice for each person, of the strongest kind, and none for
 * the person who made the change.
 * @param people recipients among `peopleConcerned`; whoever is missing gets nothing
 */
export function candidatesOf(change: Change, facts: Facts, people: ReadonlyMap<string, Recipient>): Candidate[] {
  return [...peopleConcerned(facts)].flatMap((personId) => {
    const recipient = people.get(personId)
    if (!recipient || personId === change.actorId || !mayRead(personId, recipient, facts)) return []
    const reasons = reasonsFor(personId, facts)
    const kind = kindFor(personId, change, reasons)
    return kind ? [{ personId, reasons, ...kind }] : []
  })
}

/** Why a person is notified of what happens to a request, the strongest reason first. */
export function reasonsFor(personId: string, facts: Facts): NoticeReason[] {
  const { comment, reviewers, requesterId, assigneeId, commenters } = facts
  const choice = facts.choices.get(personId)
  const isMuted = choice === false
  const applies: Partial<Record<NoticeReason, boolean>> = {
    mention: comment?.mentions.includes(personId),
    question: waitsFor(facts).includes(personId),
    assigned: !isMuted && assigneeId === personId,
    own: !isMuted && requesterId === personId,
    commented: !isMuted && commenters.has(personId),
    watching: choice,
    department: reviewers.includes(personId),
  }
  return NOTICE_REASONS.filter((reason) => applies[reason])
}

/**
 * Whose answer the comment waits for: the people it mentions, otherwise the requester, or the assignee when the requester
 * asks.
 */
export function waitsFor({ comment, requesterId, assigneeId }: Facts): string[] {
  if (!comment?.isQuestion) return []
  if (comment.mentions.length > 0) return comment.mentions.filter((id) => id !== comment.authorId)
  const other = comment.authorId === requesterId ? assigneeId : requesterId
  return other === null || other === comment.authorId ? [] : [other]
}

export function isWatching(reasons: readonly NoticeReason[]): boolean {
  return reasons.some((reason) => WATCHING.includes(reason))
}

export function mayRead(personId: string, { seesAll, readsInternal }: Recipient, facts: Facts): boolean {
  if (facts.comment?.isInternal && !readsInternal) return false
  const request = { requester_id: facts.requesterId, assigned_to_id: facts.assigneeId }
  return isVisible(seesAll ? null : { ownOf: personId }, request)
}

type Kind = Pick<Candidate, 'code' | 'entry'>

/** The strongest kind of notice that the person gets of this change. */
function kindFor(personId: string, { entries }: Change, reasons: readonly NoticeReason[]): Kind | undefined {
  const find = (fits: (entry: HistoryRow) => boolean) => entries.find(fits)
  const commented = find(({ action }) => action === 'commented')
  const comment = commented ?? find(({ action }) => action === 'comment-edited')
  const assigned = find((entry) => isChangeOf(entry, 'assignedTo') && entry.new_value === personId)
  const moved = find((entry) => isChangeOf(entry, 'status'))
  const decided = find(({ action }) => action === 'decided')
  const created = find(({ action }) => action === 'created')
  const watches = isWatching(reasons)

  if (comment && reasons.includes('mention')) return { code: 'mention', entry: comment }
  if (commented && reasons.includes('question')) return { code: 'question', entry: commented }
  if (assigned) return { code: 'assigned', entry: assigned }
  if (moved && watches) return { code: moved.new_value === 'rejected' ? 'declined' : 'status', entry: moved }
  if (decided && reasons.includes('own')) return { code: 'decision', entry: decided }
  if (commented && watches) return { code: 'comment', entry: commented }
  if (created && reasons.includes('department')) return { code: 'created', entry: created }
  return undefined
}

function isChangeOf({ action, field }: HistoryRow, name: 'status' | 'assignedTo'): boolean {
  return field === name && (action === 'updated' || action === 'cancelled')
}
