import { FIELDS, instantsAfter, type RequestPatch } from '../../shared/requests.ts'
import type { FieldChange } from './history/service.ts'
import { type RequestRow, withValues } from './row.ts'

/**
 * The row after a patch, one version on, and the fields that differ. Does not check permissions or rules. An empty
 * `changes` means that `after` must not be stored.
 */
export function changesBetween(
  before: RequestRow,
  patch: Partial<RequestPatch>,
  at: string,
): { after: RequestRow; changes: FieldChange[] } {
  const changed = withValues(before, patch)
  const instants = instantsAfter({ startedAt: before.started_at, completedAt: before.completed_at }, changed.status, at)
  const after: RequestRow = {
    ...changed,
    started_at: instants.startedAt,
    completed_at: instants.completedAt,
    updated_at: at,
    version: before.version + 1,
  }
  const reasoned = changed.status === before.status ? 'dueDate' : 'status'
  const changes = FIELDS.filter(({ column }) => after[column] !== before[column]).map(({ name, column }) => ({
    action: name === 'status' && after.status === 'cancelled' ? ('cancelled' as const) : ('updated' as const),
    field: name,
    old_value: before[column],
    new_value: after[column],
    reason: (name === reasoned && patch.reason) || null,
  }))
  return { after, changes }
}
