import { isPermission, type Permission } from '../../shared/permissions.ts'

/** Permissions that this version doesn't know (a later version may have stored them) are left out. */
export function parsePermissions(json: string): Permission[] {
  return storedIn(json).filter(isPermission)
}

/** The list as it is stored after a change: sorted, and then what this version doesn't know, as it was. */
export function permissionsToStore(permissions: readonly Permission[], before = '[]'): string {
  const unknown = storedIn(before).filter((one) => !isPermission(one))
  return JSON.stringify([...new Set([...permissions].sort()), ...unknown])
}

function storedIn(json: string): unknown[] {
  const stored: unknown = JSON.parse(json)
  return Array.isArray(stored) ? stored : []
}
