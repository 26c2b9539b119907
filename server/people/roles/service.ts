import { lookAlikeKey } from '../../../shared/look-alikes.ts'
import { MAX_ROLES } from '../../../shared/role-limits.ts'
import type { NewRole, Role, RoleChange } from '../../../shared/roles.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../../platform/idempotency/idempotent-call.ts'
import type { Deps } from './deps.ts'
import { parsePermissions, permissionsToStore } from './permissions.ts'
import { allRoles, deletedRoleIds, insertRole, type RoleRow, updateRole } from './queries.ts'
import { requirePermission } from './require-permission.ts'
import { roleIdFor } from './role-id.ts'
import { BUILT_IN, getRole, toRole } from './list.ts'
import { verifyPermissionAfter, getForChange, checkChangeable, recorded, audit } from './guarded-change.ts'

/**
 * Adds a custom role.
 * @throws AppError `not-allowed` if it has permissions that the actor lacks; `bad-input` for a name that is taken
 */
export async function createRole(
  deps: Deps,
  actor: Actor,
  input: NewRole,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<Role> {
  requirePermission(actor, 'roles.manage', 'change roles')
  return deps.db.write((tx) =>
    idempotency.run(tx, () =>
      verifyPermissionAfter(tx, deps, actor, async (now) => {
        checkChangeable(now, [], input.permissions)
        const roles = await allRoles(tx)
        if (roles.length >= MAX_ROLES)
          throw new AppError('bad-input', text('An office has at most {most} roles.', { most: MAX_ROLES }))
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
 * role, for Administrator and for granting or taking away permissions that the actor lacks; `last-administrator` if no administrator would be left
 */
export async function changeRole(deps: Deps, actor: Actor, id: string, change: RoleChange): Promise<Role> {
  requirePermission(actor, 'roles.manage', 'change roles')
  await deps.db.write((tx) =>
    verifyPermissionAfter(tx, deps, actor, async (now) => {
      const before = await getForChange(tx, now, id)
      if (before.version !== change.version) throw await conflict(tx, deps, id)
      checkChangeable(now, parsePermissions(before.permissions), change.permissions)
      const after = await changed(tx, before, change)
      if (sameContent(before, after)) return
      await updateRole(tx, after)
      await audit(tx, deps, actor, 'role.changed', id, { before: recorded(before), after: recorded(after) })
    }),
  )
  deps.sessions.forgetAll()
  return getRole(deps.db.read, deps, id)
}

async function changed(tx: Tx, before: RoleRow, change: RoleChange): Promise<RoleRow> {
  const { name = before.name, description = before.description } = change
  if (BUILT_IN.includes(before.id) && (name !== before.name || description !== before.description)) {
    throw fieldError('bad-input', 'name', text('{name} is built in and cannot be renamed.', { name: before.name }))
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

function checkName(name: string, others: readonly RoleRow[]): void {
  const key = lookAlikeKey(name)
  const same = others.find((other) => lookAlikeKey(other.name) === key)
  if (same)
    throw fieldError(
      'bad-input',
      'name',
      text('The role {name} has this name, or one that looks the same.', { name: same.name }),
    )
}

async function conflict(tx: Tx, { config }: Deps, id: string): Promise<AppError> {
  const current = await getRole(tx, { config }, id)
  const message = text('Somebody else has changed this role since you opened it.')
  return new AppError('stale-version', message, { extra: { current } })
}
