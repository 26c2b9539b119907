import type { Departments, OfficeDepartment } from './departments.ts'
import { fold } from './fold.ts'

/** Values of the filter beside the departments' keys, which never begin with a hyphen. */
export const NO_DEPARTMENT = '-none'
export const TYPED_DEPARTMENT = '-as-typed'

/** The department that a text means: by its key, its name, or another spelling of one. */
export function departmentMeant({ all }: Pick<Departments, 'all'>, text: string): OfficeDepartment | undefined {
  const wanted = text.trim()
  const folded = fold(wanted)
  return (
    all.find(({ key }) => key === wanted) ??
    all.find(({ name }) => name === wanted) ??
    all.find(({ key, name }) => key === folded || fold(name) === folded)
  )
}

/**
 * Accounts store the name of their department. A text that names none was typed before departments were chosen from a
 * list, and stays until somebody chooses one.
 */
export function personDepartmentLabel({ all }: Pick<Departments, 'all'>, stored: string): string {
  const department = all.find(({ name }) => name === stored)
  if (!department) return `as typed: ${stored}`
  return department.retiredAt === null ? stored : `${stored} (retired)`
}
