import type { Permission } from './permissions.ts'

/** A person with both can repair everything else; at least one active person always has them. */
export const ADMINISTRATION: readonly Permission[] = ['roles.manage', 'team.manage']

/** The role that always has every permission, those of later versions included. Nobody changes it. */
export const ADMINISTRATOR_ROLE = 'admin'

/**
 * The permissions that the actor lacks: people can only grant, and take away, permissions that they have, whether by
 * editing a role or by giving it to a person, so that no chain of changes escalates privileges or destroys them.
 */
export function notGrantable(
  actor: { permissions: ReadonlySet<Permission> },
  permissions: readonly Permission[],
): Permission[] {
  return permissions.filter((permission) => !actor.permissions.has(permission))
}

/** The permissions that a change would grant or take away although the actor lacks them. */
export function notChangeable(
  actor: { permissions: ReadonlySet<Permission> },
  before: readonly Permission[],
  after: readonly Permission[],
): Permission[] {
  const differ = [...before.filter((one) => !after.includes(one)), ...after.filter((one) => !before.includes(one))]
  return notGrantable(actor, differ)
}
