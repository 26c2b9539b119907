import { foldWithin } from '../../shared/fold.ts'
import { LIMITS } from '../../shared/text-rules.ts'
import { type HistoryField, instantsAfter, type RequestPatch } from '../../shared/requests.ts'
import type { FieldChange } from '../history/service.ts'
import { rankOf, type RequestRow } from './row.ts'

const FIELDS: { field: HistoryField; column: keyof RequestRow }[] = [
  { field: 'title', column: 'title' },
  { field: 'description', column: 'description' },
  { field: 'priority', column: 'priority' },
  { field: 'department', column: 'department' },
  { field: 'status', column: 'status' },
  { field: 'assignedTo', column: 'assigned_to_id' },
  { field: 'dueDate', column: 'due_date' },
]

/**
 * The row as a patch leaves it, one version on, and what of it differs. Whether the change is allowed is asked elsewhere.
 * No changes means that `after` must not be stored.
 */
export function changesBetween(
  before: RequestRow,
  patch: Partial<RequestPatch>,
  at: string,
): { after: RequestRow; changes: FieldChange[] } {
  const title = patch.title ?? before.title
  const priority = patch.priority ?? before.priority
  const status = patch.status ?? before.status
  const instants = instantsAfter({ startedAt: before.started_at, completedAt: before.completed_at }, status, at)
  const after: RequestRow = {
    ...before,
    title,
    title_key: foldWithin(title, LIMITS.title),
    description: patch.description ?? before.description,
    priority,
    priority_rank: rankOf(priority),
    department: patch.department ?? before.department,
    status,
    // Null is a value here: nobody.
    assigned_to_id: patch.assignedToId === undefined ? before.assigned_to_id : patch.assignedToId,
    due_date: patch.dueDate ?? before.due_date,
    started_at: instants.startedAt,
    completed_at: instants.completedAt,
    updated_at: at,
    version: before.version + 1,
  }
  const changes = FIELDS.filter(({ column }) => after[column] !== before[column]).map(({ field, column }) => ({
    action: field === 'status' && status === 'cancelled' ? ('cancelled' as const) : ('updated' as const),
    field,
    // Each of these columns holds text.
    old_value: before[column] as string | null,
    new_value: after[column] as string | null,
    reason: (field === 'status' && patch.reason) || null,
  }))
  return { after, changes }
}
