import { isVisible, type Scope } from '../../requests/visibility.ts'
import type { Permission } from '../../../shared/permissions.ts'
import type { HistoryPosition } from './position.ts'
import type { MissingEntry } from './queries.ts'

/** Who reads a stream, as their rights are now. */
export interface Viewer {
  id: string
  permissions: ReadonlySet<Permission>
  scope: Scope
  /** whether it is really an administrator who sees the page as this person */
  isSeenAs: boolean
}

/** All history entries of one change, as one event. */
export interface Change {
  text: string
  requester_id: string
  assigned_to_id: string | null
  isInternal: boolean
  /** who was the assignee before, and may see the request no longer */
  lostBy: string | null
}

/**
 * The events of some entries, oldest first. Entries of one change become visible together, and the event of all of them has
 * the position after the last one.
 * @param position moved on by the entries
 */
export function changesOf(entries: readonly MissingEntry[], position: HistoryPosition): Change[] {
  const changes = new Map<string, Change>()
  for (const entry of entries) {
    position.add(entry.id, entry.at)
    const { request_id: requestId, version, action: kind, requester_id, assigned_to_id } = entry
    const key = [requestId, version, kind, entry.comment_id, entry.at].join(' ')
    const known = changes.get(key)
    const wasAssignee = entry.field === 'assignedTo' ? entry.old_value : null
    // Last in the order, so that nobody resumes between the entries of a change.
    changes.delete(key)
    changes.set(key, {
      text: eventText(position.toString(), { kind, id: entry.request, requestId, version }),
      requester_id,
      assigned_to_id,
      isInternal: entry.is_internal === 1,
      lostBy: wasAssignee ?? known?.lostBy ?? null,
    })
  }
  return [...changes.values()]
}

export const RESET = 'event: reset\ndata: {}\n\n'

/**
 * What a person is sent of a change, by what they see after it: the event; a reset without any id if the change has just
 * taken the request away from them; else nothing.
 */
export function textFor({ scope, permissions, id }: Viewer, change: Change): string {
  if (change.isInternal && !permissions.has('comments.internal')) return ''
  if (isVisible(scope, change)) return change.text
  return change.lostBy === id ? RESET : ''
}

export function eventText(position: string | undefined, event: object): string {
  return `${position === undefined ? '' : `id: ${position}\n`}data: ${JSON.stringify(event)}\n\n`
}
