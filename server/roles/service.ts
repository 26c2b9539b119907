import { notGrantable } from '../../shared/granting.ts'
import { lookAlikeKey } from '../../shared/look-alikes.ts'
import { BUILT_IN_ROLES, type Permission } from '../../shared/permissions.ts'
import { MAX_ROLES } from '../../shared/role-limits.ts'
import type { NewRole, Role, RoleChange, RolePeople } from '../../shared/roles.ts'
import type { Actor } from '../actor.ts'
import type { AuditAction } from '../../shared/audit-actions.ts'
import { record } from '../audit/service.ts'
import type { Reader, Tx } from '../database/db.ts'
import { AppError, fieldError } from '../errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../idempotency/idempotent-call.ts'
import { ensureAdministratorRemains } from './administrators.ts'
import type { Deps } from './deps.ts'
import { parsePermissions, permissionsToStore } from './permissions.ts'
import {
  allRoles,
  countPeople,
  deletedRoleIds,
  deleteRole,
  insertRole,
  lockRole,
  movePeople,
  peopleOf,
  type RoleRow,
  updateRole,
} from './queries.ts'
import { requireOneOf, requirePermission } from './require-permission.ts'
import { rightsOf } from './rights.ts'
import { roleIdFor } from './role-id.ts'

const PAGE = 20
const BUILT_IN = Object.keys(BUILT_IN_ROLES)

/** Administrator, Manager, User, then custom roles by name. */
export async function listRoles({ db, config }: Pick<Deps, 'db' | 'config'>, actor: Actor): Promise<Role[]> {
  requireOneOf(actor, ['roles.manage', 'team.manage'], 'see roles')
  return readRoles(db.read, config.demo)
}

/** The active accounts in a role, by name. */
export async function listPeople(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  id: string,
  { page = 1, limit = PAGE }: { page?: number; limit?: number },
): Promise<RolePeople> {
  requireOneOf(actor, ['roles.manage', 'team.manage'], 'see roles')
  const role = (await readRoles(db.read, config.demo)).find((one) => one.id === id)
  if (!role) throw noSuchRole()
  return { people: await peopleOf(db.read, [id], config.demo, { page, limit }), total: role.people }
}

/**
 * Adds a custom role.
 * @throws AppError `not-allowed` if it has permissions that the actor lacks; `bad-input` for a name that is taken
 */
export async function createRole(
  deps: Deps,
  actor: Actor,
  input: NewRole,
  once: IdempotentCall = WITHOUT_KEY,
): Promise<Role> {
  requirePermission(actor, 'roles.manage', 'change roles')
  return deps.db.write((tx) =>
    once.run(tx, () =>
      recheckingPermission(tx, deps, actor, async (now) => {
        checkGrantable(now, input.permissions)
        const roles = await allRoles(tx)
        if (roles.length >= MAX_ROLES) throw new AppError('bad-input', `An office has at most ${MAX_ROLES} roles.`)
        checkName(input.name, roles)
        const row: RoleRow = {
          id: roleIdFor(input.name, new Set([...roles.map(({ id }) => id), ...(await deletedRoleIds(tx))])),
          name: input.name,
          description: input.description ?? '',
          permissions: permissionsToStore(input.permissions),
          version: 1,
          created_at: deps.clock().toISOString(),
        }
        await insertRole(tx, row)
        await audit(tx, deps, actor, 'role.created', row.id, { after: recorded(row) })
        return toRole(row)
      }),
    ),
  )
}

/**
 * Changes a role's permissions, and the name of a custom one; takes effect with everybody's next call.
 * @throws AppError `stale-version` with the current role after another person's change; `not-allowed` for the actor's own
 * role and for granting permissions that the actor lacks; `last-administrator` if no administrator would be left
 */
export async function changeRole(deps: Deps, actor: Actor, id: string, change: RoleChange): Promise<Role> {
  requirePermission(actor, 'roles.manage', 'change roles')
  await deps.db.write((tx) =>
    recheckingPermission(tx, deps, actor, async (now) => {
      const before = await getForChange(tx, now, id)
      if (before.version !== change.version) throw await conflict(tx, deps, id)
      const held = parsePermissions(before.permissions)
      checkGrantable(
        now,
        change.permissions.filter((one) => !held.includes(one)),
      )
      const after = await changed(tx, before, change)
      if (sameContent(before, after)) return
      await updateRole(tx, after)
      await audit(tx, deps, actor, 'role.changed', id, { before: recorded(before), after: recorded(after) })
    }),
  )
  deps.sessions.forgetAll()
  return getRole(deps.db.read, deps, id)
}

/**
 * Deletes a custom role; its people get the successor.
 * @throws AppError `not-allowed` for a built-in one and the actor's own; `wrong-status` if it has people but no successor
 */
export async function removeRole(deps: Deps, actor: Actor, id: string, successor?: string): Promise<void> {
  requirePermission(actor, 'roles.manage', 'change roles')
  await deps.db.write((tx) =>
    recheckingPermission(tx, deps, actor, async (now) => {
      const role = await getForChange(tx, now, id)
      if (BUILT_IN.includes(id)) throw new AppError('not-allowed', `${role.name} is built in and cannot be deleted.`)
      const moved = successor === undefined ? [] : await giveSuccessor(tx, deps, now, id, successor)
      if (successor === undefined) await checkEmpty(tx, id)
      await deleteRole(tx, id)
      const people = moved.length
      await audit(tx, deps, actor, 'role.deleted', id, { before: recorded(role), successor, people })
    }),
  )
  deps.sessions.forgetAll()
}

/** The actor of a role change, as re-read under the lock. */
interface Changer extends Pick<Actor, 'id' | 'permissions'> {
  role: string
}

/** Serialises role changes and re-checks the actor's permission, which a change may have removed while this one waited. */
function recheckingPermission<T>(
  tx: Tx,
  { config }: Deps,
  actor: Actor,
  change: (now: Changer) => Promise<T>,
): Promise<T> {
  return ensureAdministratorRemains(tx, config, async () => {
    const found = await rightsOf(tx, actor.id)
    const now = { id: actor.id, role: found?.role ?? '', permissions: found?.permissions ?? new Set<Permission>() }
    requirePermission(now, 'roles.manage', 'change roles')
    return change(now)
  })
}

async function giveSuccessor(tx: Tx, deps: Deps, actor: Changer, id: string, successor: string): Promise<string[]> {
  const next = successor === id ? undefined : await lockRole(tx, successor)
  if (!next) throw fieldError('bad-input', 'successor', 'Choose another role that exists.')
  checkGrantable(actor, parsePermissions(next.permissions), 'successor')
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

async function checkEmpty(tx: Tx, id: string): Promise<void> {
  const people = (await countPeople(tx, true)).get(id)?.all ?? 0
  if (people === 0) return
  const who = people === 1 ? '1 account has' : `${people} accounts have`
  throw new AppError('wrong-status', `${who} this role. Choose the role that they get instead.`)
}

async function changed(tx: Tx, before: RoleRow, change: RoleChange): Promise<RoleRow> {
  const { name = before.name, description = before.description } = change
  if (BUILT_IN.includes(before.id) && (name !== before.name || description !== before.description)) {
    throw fieldError('bad-input', 'name', `${before.name} is built in and cannot be renamed.`)
  }
  if (name !== before.name) {
    checkName(
      name,
      (await allRoles(tx)).filter(({ id }) => id !== before.id),
    )
  }
  const permissions = permissionsToStore(change.permissions, before.permissions)
  return { ...before, name, description, permissions, version: before.version + 1 }
}

function sameContent(before: RoleRow, after: RoleRow): boolean {
  const stored = permissionsToStore(parsePermissions(before.permissions), before.permissions)
  return before.name === after.name && before.description === after.description && stored === after.permissions
}

/** Locks the role; refuses the actor's own. */
async function getForChange(tx: Tx, actor: Changer, id: string): Promise<RoleRow> {
  const role = await lockRole(tx, id)
  if (!role) throw noSuchRole()
  if (actor.role === id) {
    throw new AppError('not-allowed', 'This is your own role. Only somebody in another role can change it.')
  }
  return role
}

function checkName(name: string, others: readonly RoleRow[]): void {
  const key = lookAlikeKey(name)
  const same = others.find((other) => lookAlikeKey(other.name) === key)
  if (same) throw fieldError('bad-input', 'name', `The role ${same.name} has this name, or one that looks the same.`)
}

function checkGrantable(
  actor: Pick<Actor, 'permissions'>,
  permissions: readonly Permission[],
  path = 'permissions',
): void {
  const refused = notGrantable(actor, permissions)
  if (refused.length === 0) return
  const message = `You can only grant what you are allowed to do yourself, not ${refused.join(', ')}.`
  throw fieldError('not-allowed', path, message)
}

async function conflict(tx: Tx, { config }: Deps, id: string): Promise<AppError> {
  const current = await getRole(tx, { config }, id)
  const message = 'Somebody else has changed this role since you opened it.'
  return new AppError('stale-version', message, { extra: { current } })
}

async function getRole(reader: Reader, { config }: Pick<Deps, 'config'>, id: string): Promise<Role> {
  const role = (await readRoles(reader, config.demo)).find((one) => one.id === id)
  if (!role) throw noSuchRole()
  return role
}

async function readRoles(reader: Reader, demo: boolean): Promise<Role[]> {
  const [rows, people] = await Promise.all([allRoles(reader), countPeople(reader, demo)])
  const roles = rows.map((row) => toRole(row, people.get(row.id)))
  const rank = ({ id }: Role) => (BUILT_IN.includes(id) ? BUILT_IN.length - BUILT_IN.indexOf(id) : BUILT_IN.length + 1)
  return roles.sort((a, b) => rank(a) - rank(b) || (lookAlikeKey(a.name) < lookAlikeKey(b.name) ? -1 : 1))
}

function toRole(row: RoleRow, { active, all } = { active: 0, all: 0 }): Role {
  const { id, name, description, version } = row
  const permissions = parsePermissions(row.permissions)
  const isBuiltIn = BUILT_IN.includes(id)
  return { id, name, description, permissions, isBuiltIn, people: active, inactivePeople: all - active, version }
}

function recorded({ name, description, permissions }: RoleRow) {
  return { name, description, permissions: JSON.parse(permissions) as unknown }
}

async function audit(tx: Tx, { clock }: Deps, actor: Actor, action: AuditAction, id: string, details: object) {
  await record(tx, clock, { actorId: actor.id, action, targetType: 'role', targetId: id, details: { ...details } })
}

function noSuchRole(): AppError {
  return fieldError('not-found', 'id', 'There is no such role.')
}
