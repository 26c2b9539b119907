import type { Reader, Tx } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { settingsVersion } from '../../settings/settings-version.ts'

export type SessionRow = Tables['sessions']

/** A session with its account and role; undefined when it has ended or the account is deactivated. */
export async function findSession(reader: Reader, id: string): Promise<FoundSession | undefined> {
  const [row] = await sessionWithAccount(reader, { id })
  return row
}

/** As `findSession`, within the transaction that created it. */
export async function getSession(tx: Tx, id: string): Promise<FoundSession> {
  const row = await findSession(tx, id)
  if (!row) throw new Error('There is no such session.')
  return row
}

/** Prepared: on PostgreSQL every call runs it. */
const sessionWithAccount = prepared<{ id: string }, FoundSession>((db, param) =>
  sessionsWithAccounts(db).where('sessions.id', '=', param.id),
)

/** As `findSession`, of several sessions. */
export function findSessions(reader: Reader, ids: readonly string[]): Promise<FoundSession[]> {
  return sessionsWithAccounts(reader).where('sessions.id', 'in', ids).execute()
}

function sessionsWithAccounts(db: Reader) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('roles', 'roles.id', 'users.role_id')
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
      'users.dashboard',
      'roles.name as roleName',
      'roles.permissions',
      'sessions.seen_as_id as seenAsId',
      'sessions.seen_as_until as seenAsUntil',
      settingsVersion(db).as('settingsVersion'),
    ])
}

/** A session with its account and role, and the settings version of the same snapshot. */
export interface FoundSession {
  sessionId: string
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  id: string
  firstName: string
  lastName: string
  role: string
  username: string
  email: string
  department: string | null
  isDemo: number
  /** JSON */
  dashboard: string | null
  roleName: string
  /** JSON */
  permissions: string
  seenAsId: string | null
  seenAsUntil: string | null
  settingsVersion: string | null
}

export type SeenAccount = Pick<
  FoundSession,
  'id' | 'firstName' | 'lastName' | 'role' | 'roleName' | 'username' | 'department' | 'dashboard' | 'permissions'
>

/** An active account that an administrator may view the page as. */
export function findSeen(reader: Reader, id: string, demo: boolean): Promise<SeenAccount | undefined> {
  return reader
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .where('users.id', '=', id)
    .where('users.deactivated_at', 'is', null)
    .where('users.activated_at', 'is not', null)
    .where('users.is_demo', '<=', demo ? 1 : 0)
    .select([
      'users.id',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'users.role_id as role',
      'roles.name as roleName',
      'users.username',
      'users.department',
      'users.dashboard',
      'roles.permissions',
    ])
    .executeTakeFirst()
}

export async function setSeenAs(
  tx: Tx,
  sessionId: string,
  { id, until }: { id: string | null; until: string | null },
): Promise<void> {
  await tx.updateTable('sessions').set({ seen_as_id: id, seen_as_until: until }).where('id', '=', sessionId).execute()
}

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
  await tx
    .updateTable('users')
    .set({ last_active_at: at })
    .where('id', '=', (row) => row.selectFrom('sessions').select('user_id').where('id', '=', id))
    .execute()
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
