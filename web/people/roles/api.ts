import { queryOptions } from '@tanstack/react-query'
import type { Access } from '../../../shared/access.ts'
import type { DutyConflicts } from '../../../shared/duties.ts'
import type { NewRole, Role, RoleChange, RolePeople, Roles } from '../../../shared/roles.ts'
import { del, post, put } from '../../client/api.ts'
import { refresh } from '../../client/query.ts'

const ROLES = '/api/roles'
const DUTIES = '/api/duty-conflicts'
export const PEOPLE_SHOWN = 10

/** Others may change roles, so they are refetched on every mount. */
export function rolesOptions() {
  return queryOptions<Roles>({ queryKey: [ROLES], refetchOnMount: 'always' })
}

export function rolePeopleOptions(id: string, page: number) {
  const address = `${addressOf(id)}/people?page=${page}&limit=${PEOPLE_SHOWN}`
  return queryOptions<RolePeople>({ queryKey: [address], refetchOnMount: 'always' })
}

export function dutyConflictsOptions() {
  return queryOptions<DutyConflicts>({ queryKey: [DUTIES], refetchOnMount: 'always' })
}

export function addRole(role: NewRole, attempt: object): Promise<Role> {
  return post(ROLES, role, { attempt })
}

export function saveRole(id: string, change: RoleChange): Promise<Role> {
  return put(addressOf(id), change)
}

/** @param successor the role that its people get; null if it has no people */
export function deleteRole(id: string, successor: string | null): Promise<void> {
  return del(`${addressOf(id)}${successor === null ? '' : `?successor=${encodeURIComponent(successor)}`}`)
}

/** Call after every change of a role. */
export function refreshRoles(): Promise<void> {
  return refresh(ROLES, DUTIES)
}

function addressOf(id: string): string {
  return `${ROLES}/${encodeURIComponent(id)}`
}

/** Roles and policy change: refetched on every mount. */
export function accessOptions(person: string, request: string) {
  const about = request === '' ? '' : `?request=${encodeURIComponent(request)}`
  return queryOptions<Access>({
    queryKey: [`/api/access/${encodeURIComponent(person)}${about}`],
    refetchOnMount: 'always',
    staleTime: 0,
  })
}
