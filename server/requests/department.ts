import type { Departments } from '../../shared/departments.ts'
import { fieldError } from '../platform/errors.ts'

/** @throws AppError `bad-input` for a key that no department ever had */
export function checkKnown(departments: Departments, key: string, path = 'department'): void {
  if (!departments.has(key)) throw fieldError('bad-input', path, 'There is no such department.')
}

/**
 * For requests that are created in a department or moved to it; existing ones may stay.
 * @throws AppError `bad-input` for a department that is unknown or retired
 */
export function checkActive(departments: Departments, key: string): void {
  checkKnown(departments, key)
  if (departments.isActive(key)) return
  const message = `${departments.nameOf(key)} has been retired, so nothing new can go there.`
  throw fieldError('bad-input', 'department', message)
}
