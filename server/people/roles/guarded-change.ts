import { ADMINISTRATOR_ROLE, notChangeable } from '../../../shared/granting.ts'
import { permissionTitle } from '../../../shared/permission-words.ts'
import type { Permission } from '../../../shared/permissions.ts'
import type { Actor } from '../../platform/actor.ts'
import type { AuditAction } from '../../../shared/audit-actions.ts'
import { text } from '../../../shared/texts/say.ts'
import { record } from '../../audit/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { ensureAdministratorRemains } from './administrators.ts'
import type { Deps } from './deps.ts'
import { lockRole, type RoleRow } from './queries.ts'
import { requirePermission } from './require-permission.ts'
import { rightsOf } from './rights.ts'
import { noSuchRole } from './list.ts'

/** The actor of a role change, as re-read under the lock. */
export interface Changer extends Pick<Actor, 'id' | 'permissions'> {
  role: string
}

/** Serialises role changes and re-checks the actor's permission, which a change may have removed while this one waited. */
export function verifyPermissionAfter<T>(
  tx: Tx,
  { config }: Deps,
  actor: Actor,
  change: (now: Changer) => Promise<T>,
): Promise<T> {
  return ensureAdministratorRemains(tx, config, async () => {
    const rights = await rightsOf(tx, actor.id)
    const now = { id: actor.id, role: rights?.role ?? '', permissions: rights?.permissions ?? new Set<Permission>() }
    requirePermission(now, 'roles.manage', 'change roles')
    return change(now)
  })
}

/** Locks the role; refuses the actor's own and Administrator, which always has every permission. */
export async function getForChange(tx: Tx, actor: Changer, id: string): Promise<RoleRow> {
  const role = await lockRole(tx, id)
  if (!role) throw noSuchRole()
  if (actor.role === id) {
    throw new AppError('not-allowed', text('This is your own role. Only somebody in another role can change it.'))
  }
  if (id === ADMINISTRATOR_ROLE) {
    throw new AppError(
      'not-allowed',
      text('{name} always has every permission. Nobody can change this role.', { name: role.name }),
    )
  }
  return role
}

/** @throws AppError `not-allowed` if the change grants or takes away what the actor lacks */
export function checkChangeable(
  actor: Pick<Actor, 'permissions'>,
  before: readonly Permission[],
  after: readonly Permission[],
  path = 'permissions',
): void {
  const refused = notChangeable(actor, before, after)
  if (refused.length === 0) return
  const titles = refused.map(permissionTitle).join(', ')
  const message = text('You can only grant and take away what you are allowed to do yourself, not: {titles}.', {
    titles,
  })
  throw fieldError('not-allowed', path, message)
}

export function recorded({ name, description, permissions }: RoleRow) {
  return { name, description, permissions: JSON.parse(permissions) as unknown }
}

export async function audit(tx: Tx, { clock }: Deps, actor: Actor, action: AuditAction, id: string, details: object) {
  await record(tx, clock, { actorId: actor.id, action, targetType: 'role', targetId: id, details: { ...details } })
}
