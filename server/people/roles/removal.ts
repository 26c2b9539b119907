import type { Actor } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { Deps } from './deps.ts'
import { parsePermissions } from './permissions.ts'
import { countPeople, deleteRole, lockRole, movePeople, type RoleRow } from './queries.ts'
import { requirePermission } from './require-permission.ts'
import { BUILT_IN } from './list.ts'
import {
  type Changer,
  verifyPermissionAfter,
  getForChange,
  checkChangeable,
  recorded,
  audit,
} from './guarded-change.ts'
import { text } from '../../../shared/texts/say.ts'

/**
 * Deletes a custom role; its people get the successor.
 * @throws AppError `not-allowed` for a built-in one, the actor's own, and one whose people would gain or lose permissions
 * that the actor lacks; `wrong-status` if it has people but no successor
 */
export async function removeRole(deps: Deps, actor: Actor, id: string, successor?: string): Promise<void> {
  requirePermission(actor, 'roles.manage', 'change roles')
  await deps.db.write((tx) =>
    verifyPermissionAfter(tx, deps, actor, async (now) => {
      const role = await getForChange(tx, now, id)
      if (BUILT_IN.includes(id))
        throw new AppError('not-allowed', text('{name} is built in and cannot be deleted.', { name: role.name }))
      const moved =
        successor === undefined
          ? await checkRemovable(tx, now, role)
          : await giveSuccessor(tx, deps, now, role, successor)
      await deleteRole(tx, id)
      const people = moved.length
      await audit(tx, deps, actor, 'role.deleted', id, { before: recorded(role), successor, people })
    }),
  )
  deps.sessions.forgetAll()
}

async function giveSuccessor(
  tx: Tx,
  deps: Deps,
  actor: Changer,
  { id, permissions }: RoleRow,
  successor: string,
): Promise<string[]> {
  const next = successor === id ? undefined : await lockRole(tx, successor)
  if (!next) throw fieldError('bad-input', 'successor', text('Choose another role that exists.'))
  checkChangeable(actor, parsePermissions(permissions), parsePermissions(next.permissions), 'successor')
  const moved = await movePeople(tx, id, successor, deps.clock().toISOString())
  for (const person of moved) {
    const details = { from: id, to: successor }
    await record(tx, deps.clock, {
      actorId: actor.id,
      action: 'user.role-changed',
      targetType: 'user',
      targetId: person,
      details,
    })
  }
  return moved
}

/** @returns nobody: a role is deleted without a successor only if it has no people */
async function checkRemovable(tx: Tx, actor: Changer, { id, permissions }: RoleRow): Promise<string[]> {
  const people = (await countPeople(tx, true)).get(id)?.all ?? 0
  if (people === 0) {
    checkChangeable(actor, parsePermissions(permissions), [], 'id')
    return []
  }
  const who = people === 1 ? '1 account has' : `${people} accounts have`
  throw new AppError('wrong-status', text('{who} this role. Choose the role that they get instead.', { who }))
}
