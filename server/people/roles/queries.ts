import type { Selectable } from 'kysely'
import { MAX_ROLES } from '../../../shared/role-limits.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { forUpdate } from '../../platform/database/dialect.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type RoleRow = Selectable<Tables['roles']>

export function allRoles(reader: Reader): Promise<RoleRow[]> {
  return reader.selectFrom('roles').selectAll().orderBy('id').limit(MAX_ROLES).execute()
}

/** Locks the role against changes and new holders until the transaction ends. */
export function lockRole(tx: Tx, id: string): Promise<RoleRow | undefined> {
  return forUpdate(tx, tx.selectFrom('roles').selectAll().where('id', '=', id)).executeTakeFirst()
}

/** Number of accounts by role; roles without accounts are missing. Outside the demo, its accounts count as inactive. */
export async function countPeople(
  reader: Reader,
  demo: boolean,
): Promise<Map<string, { active: number; all: number }>> {
  const rows = await reader
    .selectFrom('users')
    .select(['role_id'])
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn
        .countAll<number>()
        .filterWhere('deactivated_at', 'is', null)
        .filterWhere('activated_at', 'is not', null)
        .filterWhere('is_demo', '<=', demo ? 1 : 0)
        .as('active'),
    ])
    .groupBy('role_id')
    .execute()
  return new Map(rows.map(({ role_id, all, active }) => [role_id, { all: Number(all), active: Number(active) }]))
}

/** Active accounts in one of these roles, by name. */
export function peopleOf(
  reader: Reader,
  roles: readonly string[],
  demo: boolean,
  { page, limit }: { page: number; limit: number },
) {
  return reader
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName'])
    .where('role_id', 'in', roles)
    .where('deactivated_at', 'is', null)
    .where('activated_at', 'is not', null)
    .where('is_demo', '<=', demo ? 1 : 0)
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}

export async function insertRole(tx: Tx, row: RoleRow): Promise<void> {
  await tx.insertInto('roles').values(row).execute()
}

export async function updateRole(tx: Tx, row: RoleRow): Promise<void> {
  const { id, name, description, permissions, version } = row
  await tx.updateTable('roles').set({ name, description, permissions, version }).where('id', '=', id).execute()
}

/** Ids of deleted roles: reports that were shared with one still name it. */
export async function deletedRoleIds(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('audit_log').select('target_id').where('action', '=', 'role.deleted').execute()
  return rows.flatMap(({ target_id }) => target_id ?? [])
}

export async function deleteRole(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('roles').where('id', '=', id).execute()
}

/** Moves everybody from one role to another, and increments their versions. @returns their ids */
export async function movePeople(tx: Tx, from: string, to: string, at: string): Promise<string[]> {
  const moved = await tx
    .updateTable('users')
    .set((row) => ({ role_id: to, updated_at: at, version: row('version', '+', 1) }))
    .where('role_id', '=', from)
    .returning('id')
    .execute()
  return moved.map(({ id }) => id)
}
