import type { Departments } from '../../shared/departments.ts'
import { text } from '../../shared/texts/say.ts'
import { fieldError } from '../platform/errors.ts'

/** @throws AppError `bad-input` for a key that no department ever had */
export function checkKnown(departments: Departments, key: string, path = 'department'): void {
  if (!departments.has(key)) throw fieldError('bad-input', path, text('There is no such department.'))
}

/**
 * For requests that are created in a department or moved to it; existing ones may stay.
 * @throws AppError `bad-input` for a department that is unknown or retired
 */
export function checkActive(departments: Departments, key: string): void {
  checkKnown(departments, key)
  if (departments.isActive(key)) return
  const message = text('{name} has been retired, so nothing new can go there.', { name: departments.nameOf(key) })
  throw fieldError('bad-input', 'department', message)
}
