import type { Hint } from '../../platform/database/hints.ts'
import { isVisible } from '../../requests/visibility.ts'
import { eventText, type Viewer } from './changes.ts'

export function hintFor(viewer: Viewer, { kind, id, personId, permission, request }: Hint): string {
  if (personId !== undefined && personId !== viewer.id) return ''
  if (permission !== undefined && !viewer.permissions.has(permission)) return ''
  if (request !== undefined && !isVisible(viewer.scope, request)) return ''
  return eventText(undefined, id === undefined ? { kind } : { kind, id })
}
