import type { Departments } from '../../../shared/departments.ts'
import { departmentMeant } from '../../../shared/person-department.ts'
import { text } from '../../../shared/texts/say.ts'
import { fieldError } from '../../platform/errors.ts'

/**
 * The name to store for a department given by key or name: accounts store names, which a rename of the department updates.
 * @param stored the account's present one, which may stay even if it is retired or a free text; null: none
 * @throws AppError `bad-input` for one that the office does not have, or has retired
 */
export function checkPersonDepartment(departments: Departments, key: string, stored: string | null): string {
  if (key === stored) return key
  const department = departmentMeant(departments, key)
  if (!department)
    throw fieldError(
      'bad-input',
      'department',
      text('The office has no such department. Choose one of its departments.'),
    )
  if (department.retiredAt !== null && department.name !== stored)
    throw fieldError(
      'bad-input',
      'department',
      text('{name} has been retired. Choose another department.', { name: department.name }),
    )
  return department.name
}
