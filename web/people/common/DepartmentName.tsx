import { useDepartmentName } from '../../client/departments.ts'

/** The display name of a department. */
export function DepartmentName({ of }: { of: string }) {
  return useDepartmentName(of)
}
