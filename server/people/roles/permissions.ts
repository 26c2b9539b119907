import { isPermission, type Permission } from '../../../shared/permissions.ts'

/** Leaves out permissions unknown to this version (a later version may have stored them). */
export function parsePermissions(json: string): Permission[] {
  return storedIn(json).filter(isPermission)
}

/** The list to store after a change: sorted, followed by the permissions unknown to this version, unchanged. */
export function permissionsToStore(permissions: readonly Permission[], before = '[]'): string {
  const unknown = storedIn(before).filter((one) => !isPermission(one))
  return JSON.stringify([...new Set([...permissions].sort()), ...unknown])
}

function storedIn(json: string): unknown[] {
  const stored: unknown = JSON.parse(json)
  return Array.isArray(stored) ? stored : []
}
