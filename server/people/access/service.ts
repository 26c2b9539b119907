import type { Access } from '../../../shared/access.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Actor } from '../../platform/actor.ts'
import { fieldError } from '../../platform/errors.ts'
import { getRow } from '../../requests/service.ts'
import { parsePermissions } from '../roles/permissions.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { explainAreas, explainRequest } from './explain.ts'
import { findHolder } from './queries.ts'

/**
 * What a person can do, in general and with one request, by which role and permission, and why not.
 * @throws AppError `not-found` for an unknown person, and for a request that the asker may not see
 */
export async function getAccess(
  { db, settings, config }: Deps,
  actor: Actor,
  id: string,
  address: string | undefined,
): Promise<Access> {
  requirePermission(actor, 'roles.manage', 'see what others can do')
  const [found, policy] = await Promise.all([findHolder(db.read, id), settings.policy()])
  if (!found) throw fieldError('not-found', 'id', text('There is no such person.'))
  const row = address === undefined ? undefined : await getRow(db.read, actor, policy, address)
  const { firstName, lastName, role, roleName } = found
  const permissions = parsePermissions(found.permissions)
  const holder = { id, roleName, permissions: new Set(permissions) }
  const isActive = !found.deactivated_at && found.activated_at !== null && (config.demo || !found.is_demo)
  return {
    person: { id, firstName, lastName, role, roleName, isActive },
    permissions,
    request: row
      ? { id: row.id, requestId: row.request_id, title: row.title, lines: explainRequest(holder, row, policy) }
      : null,
    areas: explainAreas(holder),
  }
}
