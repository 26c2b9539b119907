import { Departments, FIRST_DEPARTMENTS, type OfficeDepartment } from '../../shared/departments.ts'
import { currentSession, type PageSession, useSession } from './session.ts'

/** By the list that the session holds, so that the same list makes the same object. */
const built = new WeakMap<readonly OfficeDepartment[], Departments>()

function departmentsOf(session: PageSession | null): Departments {
  // A session that was stored by the version before has none.
  const all: readonly OfficeDepartment[] | undefined = session?.user.departments
  if (!all) return FIRST_DEPARTMENTS
  let departments = built.get(all)
  if (!departments) built.set(all, (departments = new Departments(all)))
  return departments
}

/** The office's departments, which come with the session: known offline, too. */
export function useDepartments(): Departments {
  return departmentsOf(useSession())
}

/** For what is no component: parsing an address, a draft. */
export function currentDepartments(): Departments {
  return departmentsOf(currentSession())
}
