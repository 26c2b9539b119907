import { DUTY_CONFLICTS, type DutyConflict, type DutyConflicts, NAMED_HOLDERS } from '../../../shared/duties.ts'
import type { Role } from '../../../shared/roles.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Deps } from './deps.ts'
import { peopleOf } from './queries.ts'
import { listRoles } from './list.ts'

/** The duty conflicts that exist today, and the people who have them. */
export async function listDutyConflicts(deps: Pick<Deps, 'db' | 'config'>, actor: Actor): Promise<DutyConflicts> {
  const roles = await listRoles(deps, actor)
  const held = DUTY_CONFLICTS.map((conflict) => ({ conflict, roles: rolesWith(conflict, roles) }))
  const conflicts = held
    .filter((one) => one.roles.length > 0)
    .map(async ({ conflict: { id }, roles }) => {
      const ids = roles.map((role) => role.id)
      return {
        id,
        roles: roles.map((role) => ({ id: role.id, name: role.name })),
        people: await peopleOf(deps.db.read, ids, deps.config.demo, { page: 1, limit: NAMED_HOLDERS }),
        total: roles.reduce((sum, { people }) => sum + people, 0),
      }
    })
  return { conflicts: await Promise.all(conflicts) }
}

function rolesWith({ permissions }: DutyConflict, roles: readonly Role[]): Role[] {
  return roles.filter((role) => role.people > 0 && permissions.every((one) => role.permissions.includes(one)))
}
