import type { Permission } from './permissions.ts'
import { joinTexts, texts } from './texts/say.ts'
import { listed } from './wording.ts'

/** Labels and rules of a request without the schemas, so that pages that only show requests load no validator. */

/** The key of one of the office's departments (`shared/departments.ts`). */
export type Department = string

/** In rising order: sorting by priority uses the position. */
export const PRIORITIES = texts({ low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' })
export type Priority = keyof typeof PRIORITIES
export const PRIORITY_KEYS = keysOf(PRIORITIES)

/** Neither finished nor given up. */
const OPEN = texts({ pending: 'Pending Review', in_progress: 'In Progress' })
const CLOSED = texts({ completed: 'Completed', rejected: 'Rejected', cancelled: 'Cancelled' })
export type OpenStatus = keyof typeof OPEN
export const OPEN_STATUSES = keysOf(OPEN)
/** `OPEN_STATUSES` as a value of the list's filter. */
export const OPEN_FILTER = OPEN_STATUSES.join(',')

/** Badge labels; the status filter of the list says "Pending" for pending. */
export const STATUSES = joinTexts(OPEN, CLOSED)
export type Status = keyof typeof STATUSES
export const STATUS_KEYS = keysOf(STATUSES)

/** What each status tells its requester. */
export const STATUS_MEANINGS: Record<Status, string> = texts({
  pending: 'Awaiting initial review',
  in_progress: 'Actively being worked on',
  completed: 'Implementation finished',
  rejected: 'Cannot be fulfilled',
  cancelled: 'Withdrawn before it was finished',
})

/** The status within a sentence: "in progress". */
export function statusWord(status: Status): string {
  return status.replaceAll('_', ' ')
}

/** "pending or in progress" */
export const OPEN_OR = listed(OPEN_STATUSES.map(statusWord), 'or')
/** "pending and in progress" */
export const OPEN_AND = listed(OPEN_STATUSES.map(statusWord), 'and')

/** The tables are constants, so their keys are exactly those of their types. */
function keysOf<T extends object>(words: T) {
  return Object.keys(words) as [keyof T, ...(keyof T)[]]
}

/** Documents can be added: cancelled is final. */
export function takesDocuments(status: Status): boolean {
  return status !== 'cancelled'
}

/** The only allowed moves. Cancelled is final. */
export const TRANSITIONS: Record<Status, readonly Status[]> = {
  pending: ['in_progress', 'completed', 'rejected', 'cancelled'],
  in_progress: ['pending', 'completed', 'rejected', 'cancelled'],
  completed: ['in_progress'],
  rejected: ['pending'],
  cancelled: [],
}

export function canMove(from: Status, to: Status): boolean {
  return from === to || TRANSITIONS[from].includes(to)
}

/** Transitions that ask for a reason, for the requester: rejecting and reopening. Cancelling has its own dialog. */
export function asksForReason(from: Status, to: Status): boolean {
  return from !== to && (to === 'rejected' || (isOpen(to) && !isOpen(from)))
}

/** Whether an edit moves what an open request was promised for, and may say why. */
export function movesPromise(
  before: { status: Status; dueDate: string },
  after: { status: Status; dueDate: string },
): boolean {
  return isOpen(before.status) && before.status === after.status && before.dueDate !== after.dueDate
}

export function isOpen(status: Status): status is OpenStatus {
  return Object.hasOwn(OPEN, status)
}

/** Whether these are exactly the open statuses. */
export function areOpen(statuses: readonly Status[]): boolean {
  return statuses.length === OPEN_STATUSES.length && statuses.every(isOpen)
}

/** The instants that belong to a status. They change together with it, only in this function. */
export interface StatusInstants {
  startedAt: string | null
  completedAt: string | null
}
/**
 * `startedAt` is set by the first move to in_progress and never cleared; completing sets `completedAt`, reopening clears it.
 */
export function instantsAfter(before: StatusInstants, to: Status, at: string): StatusInstants {
  return {
    startedAt: to === 'in_progress' ? (before.startedAt ?? at) : before.startedAt,
    completedAt: to === 'completed' ? (before.completedAt ?? at) : null,
  }
}

export interface Actor {
  id: string
  permissions: ReadonlySet<Permission>
}

export function canEdit(actor: Actor): boolean {
  return actor.permissions.has('requests.edit')
}

/**
 * May have a request reclassified and decide about its suggestion: people who may edit it, and its requester, who chose
 * the suggested fields when submitting it.
 */
export function mayDecideSuggestion(actor: Actor, request: { requesterId: string }): boolean {
  return canEdit(actor) || request.requesterId === actor.id
}

/** May cancel, whatever the status: the requester, or a holder of `requests.cancelAny`. */
export function mayCancel(actor: Actor, request: { requesterId: string }): boolean {
  if (actor.permissions.has('requests.cancelAny')) return true
  return actor.permissions.has('requests.cancelOwn') && request.requesterId === actor.id
}

export function canCancel(actor: Actor, request: { requesterId: string; status: Status }): boolean {
  return mayCancel(actor, request) && isOpen(request.status)
}

/** @param today the office's calendar date, `YYYY-MM-DD` */
export function isOverdue(request: { status: Status; dueDate: string }, today: string): boolean {
  return isOpen(request.status) && request.dueDate < today
}

/** Periods of the volume chart: 30 days, 6 months, a year. */
export const VOLUME_RANGES = ['30d', '6m', '1y'] as const
