import { notGrantable } from '../../shared/granting.ts'
import { permissionTitle } from '../../shared/permission-words.ts'
import type { Permission } from '../../shared/permissions.ts'
import { text } from '../../shared/texts/say.ts'
import type { Actor } from '../platform/actor.ts'
import type { Tx } from '../platform/database/db.ts'
import { AppError, fieldError } from '../platform/errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../platform/idempotency/idempotent-call.ts'
import { ensureAdministratorRemains } from './roles/administrators.ts'
import { requirePermission } from './roles/require-permission.ts'
import { parsePermissions } from './roles/permissions.ts'
import type { Deps } from './deps.ts'
import { findPerson, lockPerson, lockRole, type PersonRow } from './queries.ts'

/** Whoever changes accounts, now or by a change that runs in the background. */
export type Manager = Pick<Actor, 'id' | 'permissions'>

export const MANAGE = ['team.manage', 'manage people'] as const

/**
 * Changes a person's account in one transaction, with two rules: people with more permissions than the actor cannot be
 * changed, and at least one person who can manage roles and people must remain.
 * @param idempotency idempotency: a repeated call with the same key does not change again
 * @throws AppError `not-allowed`, `not-found`, `last-administrator`
 */
export async function changePerson<T>(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Manager,
  id: string,
  change: (tx: Tx, before: PersonRow) => Promise<T>,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<T> {
  requirePermission(actor, ...MANAGE)
  return db.write((tx) =>
    idempotency.run(tx, () =>
      verifyPermissionAfter(tx, actor, () =>
        ensureAdministratorRemains(tx, config, async () => {
          const before = await lockPerson(tx, id, config.demo)
          if (!before) throw noSuchPerson()
          checkMayChange(actor, before)
          return change(tx, before)
        }),
      ),
    ),
  )
}

/** @throws AppError `not-allowed` for a person with more permissions than the actor */
export function checkMayChange(actor: Manager, { permissions }: PersonRow): void {
  const more = notGrantable(actor, parsePermissions(permissions))
  if (more.length === 0) return
  const message = text('This person may do more than you ({titles}), so you cannot change their account.', {
    titles: titlesOf(more),
  })
  throw new AppError('not-allowed', message)
}

/**
 * Checks after the change that the actor still has every permission with which it was allowed, because one may have been
 * removed concurrently. Not before it, so that of two administrators who remove each other, the second gets
 * `last-administrator`.
 */
export async function verifyPermissionAfter<T>(tx: Tx, actor: Manager, change: () => Promise<T>): Promise<T> {
  const result = await change()
  const now = await findPerson(tx, actor.id)
  const permissions = new Set(now && !now.deactivated_at ? parsePermissions(now.permissions) : [])
  requirePermission({ permissions }, ...MANAGE)
  if (notGrantable({ permissions }, [...actor.permissions]).length > 0)
    throw new AppError(
      'not-allowed',
      text('Your own permissions have changed meanwhile. Nothing was changed; please try again.'),
    )
  return result
}

/** @throws AppError `bad-input` for an unknown role, `not-allowed` for one with more permissions than the actor */
export async function assertGrantable(tx: Tx, actor: Manager, role: string): Promise<void> {
  const row = await lockRole(tx, role)
  if (!row) throw fieldError('bad-input', 'role', text('There is no such role.'))
  const more = notGrantable(actor, parsePermissions(row.permissions))
  if (more.length === 0) return
  throw fieldError(
    'not-allowed',
    'role',
    text('You cannot give a role that may do more than you: {titles}.', { titles: titlesOf(more) }),
  )
}

const titlesOf = (permissions: Permission[]) => permissions.map(permissionTitle).join(', ')

export function refuseOwn(actor: Manager, id: string, message: string, path?: string): void {
  if (actor.id !== id) return
  throw path === undefined ? new AppError('not-allowed', message) : fieldError('not-allowed', path, message)
}

export function noSuchPerson(): AppError {
  return fieldError('not-found', 'id', text('There is no such person.'))
}
