import type { PersonAction } from '../../../shared/people-changes.ts'
import type { Departments } from '../../../shared/departments.ts'
import { text } from '../../../shared/texts/say.ts'
import { fieldError } from '../../platform/errors.ts'

/**
 * Accounts store the name of their department. Null: none, or the action is about something else.
 * @throws AppError `bad-input` for a department that the office does not have, or has retired
 */
export function departmentNameOf(departments: Departments, action: PersonAction): string | null {
  if (action.kind !== 'department' || action.department === null) return null
  if (departments.isActive(action.department)) return departments.nameOf(action.department)
  throw fieldError('bad-input', 'department', text('The office has no such department. Choose one of its departments.'))
}
