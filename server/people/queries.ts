import { isOpen, STATUS_KEYS } from '../../shared/request-rules.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { forKeyShare, forUpdate } from '../platform/database/dialect.ts'

export function selectPeople(reader: Reader) {
  return reader
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'users.id',
      'username',
      'first_name',
      'last_name',
      'users.name_key',
      'email',
      'department',
      'role_id',
      'roles.name as role_name',
      'roles.permissions',
      'users.created_at',
      'last_login_at',
      'last_active_at',
      'deactivated_at',
      'activated_at',
      'users.version',
    ])
}
export type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>

export function findPerson(reader: Reader, id: string): Promise<PersonRow | undefined> {
  return selectPeople(reader).where('users.id', '=', id).executeTakeFirst()
}

/** Locks the account against other changes until the transaction ends. */
export async function lockPerson(tx: Tx, id: string, demo: boolean): Promise<PersonRow | undefined> {
  const row = tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('is_demo', '<=', demo ? 1 : 0)
  return (await forUpdate(tx, row).executeTakeFirst()) && findPerson(tx, id)
}

/** Number of unfinished requests by assignee. */
export async function countOpenRequests(reader: Reader, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('person_counts')
    .select((row) => ['user_id', row.fn.sum<number>('count').as('open')])
    .where('kind', '=', 'assignee')
    .where('user_id', 'in', ids)
    .where('status', 'in', STATUS_KEYS.filter(isOpen))
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, open }) => [user_id, Number(open)]))
}

/** Expiry of each person's valid invitation; people without one are missing. */
export async function openInvitations(reader: Reader, ids: string[], now: string): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('account_links')
    .select(['user_id', 'expires_at'])
    .where('user_id', 'in', ids)
    .where('kind', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  return new Map(rows.map(({ user_id, expires_at }) => [user_id, expires_at]))
}

/** A role that is being changed or deleted is waited for, and stays as it is until the transaction ends. */
export function lockRole(tx: Tx, id: string) {
  const role = tx.selectFrom('roles').select(['id', 'name', 'permissions']).where('id', '=', id)
  return forKeyShare(tx, role).executeTakeFirst()
}

export function listRoles(reader: Reader) {
  return reader.selectFrom('roles').select(['id', 'name', 'permissions']).orderBy('id').execute()
}

/** The accounts with these keys of usernames. */
export async function peopleByKeys(reader: Reader, keys: string[]): Promise<(PersonRow & { username_key: string })[]> {
  if (keys.length === 0) return []
  return selectPeople(reader).select('username_key').where('username_key', 'in', keys).execute()
}

/** Only for an account that was never used, so no row refers to it. */
export async function deletePerson(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute()
}
