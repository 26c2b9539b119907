import type { Permission } from '../../../shared/permissions.ts'
import { text } from '../../../shared/texts/say.ts'
import { AppError } from '../../platform/errors.ts'

interface Holder {
  permissions: ReadonlySet<Permission>
}

/** @throws AppError `not-allowed` without the permission */
export function requirePermission(actor: Holder, permission: Permission, what: string): void {
  requireOneOf(actor, [permission], what)
}

/** @throws AppError `not-allowed` without any of the permissions */
export function requireOneOf(actor: Holder, permissions: readonly Permission[], what: string): void {
  if (!holdsOneOf(actor, permissions))
    throw new AppError('not-allowed', text('You are not allowed to {what}.', { what }))
}

export function holdsOneOf(actor: Holder, permissions: readonly Permission[]): boolean {
  return permissions.some((one) => actor.permissions.has(one))
}
