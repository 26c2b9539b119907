import type { Permission } from './permissions.ts'

/** A person with both can repair everything else; at least one active person always has them. */
export const ADMINISTRATION: readonly Permission[] = ['roles.manage', 'team.manage']

/**
 * The permissions that the actor may not grant: people can only grant permissions that they have, whether by editing a
 * role or by giving it to a person, so that no chain of grants escalates privileges.
 */
export function notGrantable(
  actor: { permissions: ReadonlySet<Permission> },
  permissions: readonly Permission[],
): Permission[] {
  return permissions.filter((permission) => !actor.permissions.has(permission))
}
