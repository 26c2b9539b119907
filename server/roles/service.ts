import { isPermission, type Permission } from '../../shared/permissions.ts'

/** Permissions that this version doesn't know (a later version may have stored them) are left out. */
export function parsePermissions(json: string): Permission[] {
  const stored: unknown = JSON.parse(json)
  if (!Array.isArray(stored)) return []
  return stored.filter(isPermission)
}
