import type { Reader, Tx } from '../database/db.ts'
import type { Tables } from '../database/tables.ts'

export type SessionRow = Tables['sessions']

/** A session with its account and the account's role; undefined when it has ended or the account is deactivated. */
export function findSession(reader: Reader, id: string) {
  return reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .where('sessions.id', '=', id)
    .where('users.deactivated_at', 'is', null)
    .select([
      'sessions.id as sessionId',
      'sessions.created_at as createdAt',
      'sessions.last_seen_at as lastSeenAt',
      'sessions.expires_at as expiresAt',
      'users.id',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'users.role_id as role',
      'users.username',
      'users.email',
      'users.department',
      'users.is_demo as isDemo',
      'roles.permissions',
    ])
    .executeTakeFirst()
}
export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** Newest first. */
export function sessionsOf(reader: Reader | Tx, userId: string): Promise<SessionRow[]> {
  return reader
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function insertSession(tx: Tx, row: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(row).execute()
}

export async function touchSession(tx: Tx, id: string, at: string): Promise<void> {
  await tx.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', id).execute()
}

/** @returns how many there were */
export async function deleteSessions(tx: Tx, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const result = await tx.deleteFrom('sessions').where('id', 'in', ids).executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function deleteExpired(tx: Tx, now: string): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}

export async function getPasswordHash(reader: Reader, id: string): Promise<string> {
  const row = await reader.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
  return row.password_hash
}

/** @returns false when the hash was another by now */
export async function replacePasswordHash(
  tx: Tx,
  id: string,
  { from, to, at }: { from: string; to: string; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: to, updated_at: at })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
