import { isPermission, type Permission } from '../../shared/permissions.ts'
import type { Role } from '../../shared/roles.ts'

export interface RoleForm {
  name: string
  description: string
  permissions: Permission[]
  /** what the editing began with, kept in the draft: somebody may have saved since */
  begunWith?: RoleForm & { version: number }
}

export interface PermissionChanges {
  gained: Permission[]
  lost: Permission[]
}

export const EMPTY_ROLE: RoleForm = { name: '', description: '', permissions: [] }

/** Sorted, so that the same permissions are the same form. */
export function formOf({
  name,
  description,
  permissions,
}: Pick<Role, 'name' | 'description' | 'permissions'>): RoleForm {
  return { name, description, permissions: permissions.toSorted() }
}

/** The form of a role that is about to be edited. */
export function startOf(role: Pick<Role, 'name' | 'description' | 'permissions' | 'version'>): RoleForm {
  return { ...formOf(role), begunWith: { ...formOf(role), version: role.version } }
}

export function changesBetween(before: readonly Permission[], after: readonly Permission[]): PermissionChanges {
  return {
    gained: after.filter((one) => !before.includes(one)),
    lost: before.filter((one) => !after.includes(one)),
  }
}

/** @returns the permissions with one more, or one fewer */
export function toggled(permissions: readonly Permission[], one: Permission, isGranted: boolean): Permission[] {
  const others = permissions.filter((other) => other !== one)
  return (isGranted ? [...others, one] : others).toSorted()
}

/** My changes of an earlier state on top of the state as it is now; what somebody else changed and I did not, stays theirs. */
export function rebased(base: RoleForm, mine: RoleForm, current: RoleForm): RoleForm {
  const { gained, lost } = changesBetween(base.permissions, mine.permissions)
  const permissions = [...new Set([...current.permissions, ...gained])].filter((one) => !lost.includes(one))
  return {
    name: mine.name === base.name ? current.name : mine.name,
    description: mine.description === base.description ? current.description : mine.description,
    permissions: permissions.toSorted(),
  }
}

/** A draft may hold permissions of a version that has gone. */
export function knownPermissions(permissions: readonly string[] | undefined): Permission[] {
  return (permissions ?? []).filter(isPermission)
}
