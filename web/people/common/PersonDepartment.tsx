import { personDepartmentLabel } from '../../../shared/person-department.ts'
import { useDepartments } from '../../client/departments.ts'

/** A person's department; says if it is retired, or a free text that names none of the office's. */
export function PersonDepartment({ of }: { of: string }) {
  return <bdi>{personDepartmentLabel(useDepartments(), of)}</bdi>
}
