import { ADMINISTRATOR_ROLE } from '../../../shared/granting.ts'
import { PERMISSIONS } from '../../../shared/permissions.ts'
import { record } from '../../audit/service.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { recorded } from './guarded-change.ts'
import { parsePermissions, permissionsToStore } from './permissions.ts'
import { allRoles, lockRole, type RoleRow, updateRole } from './queries.ts'

/**
 * Gives the role Administrator every permission. No call can narrow it, but this version may be the first that knows a
 * permission, and an earlier one let people narrow it. Called at each start.
 */
export async function completeAdministratorRole(db: Db, clock: () => Date): Promise<void> {
  const role = (await allRoles(db.read)).find(({ id }) => id === ADMINISTRATOR_ROLE)
  if (role && missingIn(role).length > 0) await db.write((tx) => completeWithin(tx, clock))
}

/** The same within a transaction; does nothing to a complete role. */
export async function completeWithin(tx: Tx, clock: () => Date): Promise<void> {
  const role = await lockRole(tx, ADMINISTRATOR_ROLE)
  if (!role) return
  if (missingIn(role).length === 0) return
  const permissions = permissionsToStore(PERMISSIONS, role.permissions)
  const after = { ...role, permissions, version: role.version + 1 }
  await updateRole(tx, after)
  const details = { before: recorded(role), after: recorded(after) }
  await record(tx, clock, { actorId: null, action: 'role.completed', targetType: 'role', targetId: role.id, details })
}

function missingIn({ permissions }: RoleRow) {
  const held = new Set(parsePermissions(permissions))
  return PERMISSIONS.filter((one) => !held.has(one))
}
