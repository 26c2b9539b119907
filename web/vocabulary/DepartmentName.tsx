import { useDepartmentName } from '../client/departments.ts'

/** What people read of a department. */
export function DepartmentName({ of }: { of: string }) {
  return useDepartmentName(of)
}
