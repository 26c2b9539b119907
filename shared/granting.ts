import type { Permission } from './permissions.ts'

/** Whoever holds both can repair everything else; somebody always does. */
export const ADMINISTRATION: readonly Permission[] = ['roles.manage', 'team.manage']

/**
 * What of these permissions somebody must not hand out: nobody grants what they may not do themselves, neither by editing a
 * role nor by giving it to a person, so that no chain of grants raises anybody.
 */
export function notGrantable(
  actor: { permissions: ReadonlySet<Permission> },
  permissions: readonly Permission[],
): Permission[] {
  return permissions.filter((permission) => !actor.permissions.has(permission))
}
