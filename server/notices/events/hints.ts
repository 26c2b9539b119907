import type { HintKind } from '../../../shared/events.ts'
import type { Permission } from '../../../shared/permissions.ts'
import { isVisible } from '../../requests/visibility.ts'
import { eventText, type Viewer } from './changes.ts'

/** Something has changed that leaves no entry in a request's history. The fields after `id` say whom it concerns. */
export interface Hint {
  kind: HintKind
  id?: string
  /** only this person */
  personId?: string
  /** only people who hold this */
  permission?: Permission
  /** only people who see this request */
  request?: { requester_id: string; assigned_to_id: string | null }
}

export function hintFor(viewer: Viewer, { kind, id, personId, permission, request }: Hint): string {
  if (personId !== undefined && personId !== viewer.id) return ''
  if (permission !== undefined && !viewer.permissions.has(permission)) return ''
  if (request !== undefined && !isVisible(viewer.scope, request)) return ''
  return eventText(undefined, id === undefined ? { kind } : { kind, id })
}
