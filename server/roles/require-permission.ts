import type { Permission } from '../../shared/permissions.ts'
import { AppError } from '../errors.ts'

/** @throws AppError `not-allowed` without the permission */
export function requirePermission(
  actor: { permissions: ReadonlySet<Permission> },
  permission: Permission,
  what: string,
): void {
  if (!actor.permissions.has(permission)) throw new AppError('not-allowed', `You are not allowed to ${what}.`)
}
