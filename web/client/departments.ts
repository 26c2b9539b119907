import { useEffect } from 'react'
import { Departments, FIRST_DEPARTMENTS, type OfficeDepartment } from '../../shared/departments.ts'
import { queryClient } from './query.ts'
import { currentSession, type PageSession, updateSessionUser, useSession } from './session.ts'

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

const ADDRESS = '/api/departments'
/** Who opens one form after the other asks once. */
const FRESH_MS = 30_000

/** Takes over what an administrator has changed since the session was read. Unchanged ones cost an answer without a body. */
function readDepartments(): void {
  if (!currentSession()) return
  queryClient.fetchQuery<{ departments: OfficeDepartment[] }>({ queryKey: [ADDRESS], staleTime: FRESH_MS }).then(
    ({ departments }) => updateSessionUser({ departments }),
    // The ones that are known still hold.
    () => {},
  )
}

/** The departments to choose among: a form begins with those that there are now. */
export function useFreshDepartments(): Departments {
  useEffect(readDepartments, [])
  return useDepartments()
}

/** What people read of a department; one that came after the session was read is looked up. */
export function useDepartmentName(key: string): string {
  const departments = useDepartments()
  const isKnown = departments.has(key)
  useEffect(() => {
    if (!isKnown) readDepartments()
  }, [isKnown])
  return departments.nameOf(key)
}
