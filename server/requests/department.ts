import type { Departments } from '../../shared/departments.ts'
import { AppError } from '../errors.ts'

/** @throws AppError `bad-input` for a key that no department ever had */
export function checkKnown(departments: Departments, key: string, path = 'department'): void {
  if (!departments.has(key)) throw refused(path, 'There is no such department.')
}

/**
 * For requests that are created in a department or moved to it; existing ones may stay.
 * @throws AppError `bad-input` for a department that is unknown or retired
 */
export function checkActive(departments: Departments, key: string, path = 'department'): void {
  checkKnown(departments, key, path)
  if (departments.isActive(key)) return
  throw refused(path, `${departments.nameOf(key)} has been retired, so nothing new can go there.`)
}

function refused(path: string, message: string): AppError {
  return new AppError('bad-input', message, { details: [{ path, message }] })
}
