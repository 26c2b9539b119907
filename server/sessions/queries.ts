import type { Reader, Tx } from '../database/db.ts'
import { prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'
import { settingsVersion } from '../settings/service.ts'

export type SessionRow = Tables['sessions']

/** A session with its account and role; undefined when it has ended or the account is deactivated. */
export async function findSession(reader: Reader, id: string): Promise<FoundSession | undefined> {
  const [found] = await sessionWithAccount(reader, { id })
  return found
}

/** As `findSession`, within the transaction that created it. */
export async function getSession(tx: Tx, id: string): Promise<FoundSession> {
  const found = await findSession(tx, id)
  if (!found) throw new Error('There is no such session.')
  return found
}

/** Prepared: on PostgreSQL every call runs it. */
const sessionWithAccount = prepared<{ id: string }, FoundSession>((db, param) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .where('sessions.id', '=', param.id)
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
    ]),
)

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

interface Open {
  at: string
  /** sessions unused since then have expired */
  idleSince: string
  /** this session stays whatever the policy */
  keep: string
}

function openSessions(reader: Reader, { at, idleSince }: Open) {
  return reader.selectFrom('sessions').where('expires_at', '>', at).where('last_seen_at', '>', idleSince)
}

/** How many open sessions were last used before an instant. */
export async function countIdleSessions(reader: Reader, open: Open, unusedSince: string): Promise<number> {
  const { count } = await openSessions(reader, open)
    .where('last_seen_at', '<=', unusedSince)
    .where('id', '!=', open.keep)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The oldest excess sessions of people with more open ones than allowed. */
export function crowdedSessions(reader: Reader, { maxSessions, ...open }: Open & { maxSessions: number }) {
  const ranked = openSessions(reader, open).select((row) => [
    'id',
    'user_id',
    row.fn
      .agg<number>('row_number')
      .over((over) =>
        over
          .partitionBy('user_id')
          .orderBy((part) => part.case().when('id', '=', open.keep).then(0).else(1).end())
          .orderBy('created_at', 'desc')
          .orderBy('id'),
      )
      .as('place'),
  ])
  return reader.selectFrom(ranked.as('ranked')).select(['id', 'user_id']).where('place', '>', maxSessions).execute()
}

export async function deleteExpired(tx: Tx, now: string): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}

export async function getPasswordHash(reader: Reader, id: string): Promise<string> {
  const row = await reader.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
  return row.password_hash
}

/** @returns false when the hash has changed meanwhile */
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

interface SignInAttempt {
  account: string
  address: string
  known_since: string
  account_key: string
  address_key: string
  pair_key: string
}

interface StoredSignInFacts {
  user_id: string | null
  is_own: number
  is_known: number
  account_until: string | null
  address_until: string | null
  pair_until: string | null
}

/** The stored facts about an attempt's account and address: always one row, known or not. */
export const findSignInFacts = prepared<SignInAttempt, StoredSignInFacts>((db, param) =>
  db.selectNoFrom((row) => {
    const addresses = row
      .selectFrom('sign_in_addresses')
      .select('user_id')
      .where('address', '=', param.address)
      .where('last_at', '>', param.known_since)
    const account = row.selectFrom('users').select('id').where('username_key', '=', param.account)
    const blockedUntil = (key: typeof param.account_key) =>
      row.selectFrom('sign_in_failures').select('blocked_until').where('key', '=', key)
    return [
      account.as('user_id'),
      row
        .exists(addresses.where('user_id', '=', account))
        .$castTo<number>()
        .as('is_own'),
      row.exists(addresses).$castTo<number>().as('is_known'),
      blockedUntil(param.account_key).as('account_until'),
      blockedUntil(param.address_key).as('address_until'),
      blockedUntil(param.pair_key).as('pair_until'),
    ]
  }),
)
