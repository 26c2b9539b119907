import { isPermission, type Permission } from '../../../shared/permissions.ts'
import type { Role } from '../../../shared/roles.ts'

export interface RoleForm {
  name: string
  description: string
  permissions: Permission[]
  /** values at the start of editing, kept in the draft to detect a save in between */
  begunWith?: RoleForm & { version: number }
}

export interface PermissionChanges {
  gained: Permission[]
  lost: Permission[]
}

export const EMPTY_ROLE: RoleForm = { name: '', description: '', permissions: [] }

/** Sorted, so that equal permissions give equal forms. */
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

/** Rebases my changes of an earlier state on the current one; what only another person changed stays theirs. */
export function rebased(base: RoleForm, mine: RoleForm, current: RoleForm): RoleForm {
  const { gained, lost } = changesBetween(base.permissions, mine.permissions)
  const permissions = [...new Set([...current.permissions, ...gained])].filter((one) => !lost.includes(one))
  return {
    name: mine.name === base.name ? current.name : mine.name,
    description: mine.description === base.description ? current.description : mine.description,
    permissions: permissions.toSorted(),
  }
}

/** A draft may hold permissions that this version no longer has. */
export function knownPermissions(permissions: readonly string[] | undefined): Permission[] {
  return (permissions ?? []).filter(isPermission)
}
