import type { Selectable } from 'kysely'
import type { Profile, User } from '../../../shared/users.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type UserRow = Selectable<Tables['users']>

/** Active accounts by name, with public fields only. Outside the demo its accounts are left out. */
export function listActiveUsers(reader: Reader, { demo }: { demo: boolean }): Promise<User[]> {
  return reader
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'role_id as role'])
    .where('deactivated_at', 'is', null)
    .where('activated_at', 'is not', null)
    .where('is_demo', '<=', demo ? 1 : 0)
    .orderBy('name_key')
    .orderBy('id')
    .execute()
}

export function findProfile(reader: Reader | Tx, id: string): Promise<Profile | undefined> {
  return reader
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'users.id',
      'username',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'department',
      'role_id as role',
      'roles.name as roleName',
      'users.created_at as createdAt',
      'last_login_at as lastLogin',
    ])
    .where('users.id', '=', id)
    .executeTakeFirst()
}

/** By `usernameKey`, preferring an account with the `clashingKey`, which is closer to the name as typed. */
export async function findByUsername(reader: Reader, key: string, clashing: string): Promise<UserRow | undefined> {
  const rows = await reader.selectFrom('users').selectAll().where('username_key', 'in', [key, clashing]).execute()
  return rows.find(({ username_key }) => username_key === clashing) ?? rows[0]
}

/** Accounts with one of these email addresses, as `emailKey`s, including deactivated and invited ones. */
export async function findByEmails(reader: Reader, keys: readonly string[]) {
  if (keys.length === 0) return []
  return reader
    .selectFrom('users')
    .select(['id', 'username', 'email_key', 'deactivated_at', 'activated_at', 'is_demo'])
    .where('email_key', 'in', keys)
    .where('email_key', '<>', '')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Usernames of accounts that have one address with an older account, by address; at most `limit` addresses. */
export async function findSharedEmails(reader: Reader, limit: number): Promise<Map<string, string[]>> {
  const shared = await reader
    .selectFrom('users')
    .select('email_key')
    .distinct()
    .where('shares_email', '=', 1)
    .where('email_key', '<>', '')
    .orderBy('email_key')
    .limit(limit)
    .execute()
  const holders = await findByEmails(
    reader,
    shared.map(({ email_key }) => email_key),
  )
  const byEmail = Map.groupBy(holders, ({ email_key }) => email_key)
  return new Map(
    [...byEmail]
      .filter(([, accounts]) => accounts.length > 1)
      .map(([email, accounts]) => [email, accounts.map(({ username }) => username)]),
  )
}

export async function insertUser(tx: Tx, row: UserRow): Promise<void> {
  await tx.insertInto('users').values(row).execute()
}

/** Every change increments the version, so that concurrent edits are detected. */
export async function updateUser(tx: Tx, id: string, change: Partial<Omit<UserRow, 'version'>>): Promise<void> {
  await tx
    .updateTable('users')
    .set(change)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Ends the account's links that are still valid. */
export async function endLinksOf(tx: Tx, id: string, at: string): Promise<void> {
  await tx
    .updateTable('account_links')
    .set({ ended_at: at })
    .where('user_id', '=', id)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .execute()
}

export async function storeDashboard(tx: Tx, id: string, dashboard: string | null): Promise<void> {
  await tx.updateTable('users').set({ dashboard }).where('id', '=', id).execute()
}

export async function hasUsers(reader: Reader | Tx): Promise<boolean> {
  const row = await reader.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

export async function countUsers(reader: Reader | Tx): Promise<number> {
  const { count } = await reader
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countDemoUsers(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('is_demo', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(count)
}
