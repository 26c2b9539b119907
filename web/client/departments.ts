import { useEffect } from 'react'
import { Departments, FIRST_DEPARTMENTS, type OfficeDepartment } from '../../shared/departments.ts'
import { queryClient } from './query.ts'
import { currentSession, type PageSession, updateSessionUser, useSession } from './session.ts'

/** Memoised by the session's list, so that the same list gives the same object. */
const built = new WeakMap<readonly OfficeDepartment[], Departments>()

function departmentsOf(session: PageSession | null): Departments {
  // A session stored by an older version has none.
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

/** For code outside components, such as parsing a URL or a draft. */
export function currentDepartments(): Departments {
  return departmentsOf(currentSession())
}

const ADDRESS = '/api/departments'
/** Opening several forms in a row costs one call. */
const FRESH_MS = 30_000

/** Applies what an administrator has changed since the session was read. Unchanged departments cost a 304. */
function readDepartments(): void {
  if (!currentSession()) return
  queryClient.fetchQuery<{ departments: OfficeDepartment[] }>({ queryKey: [ADDRESS], staleTime: FRESH_MS }).then(
    ({ departments }) => updateSessionUser({ departments }),
    // On failure the known ones stay in use.
    () => {},
  )
}

/** The departments to choose from, refreshed when the form mounts. */
export function useFreshDepartments(): Departments {
  useEffect(readDepartments, [])
  return useDepartments()
}

/** The display name of a department. One created after the session was read is fetched. */
export function useDepartmentName(key: string): string {
  const departments = useDepartments()
  const isKnown = departments.has(key)
  useEffect(() => {
    if (!isKnown) readDepartments()
  }, [isKnown])
  return departments.nameOf(key)
}
