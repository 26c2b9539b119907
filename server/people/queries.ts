import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { fold } from '../../shared/fold.ts'
import { isOpen, STATUS_KEYS } from '../../shared/request-rules.ts'
import type { PeopleCounts, PeopleQuery, PersonState } from '../../shared/team.ts'
import type { Reader, Tx } from '../database/db.ts'
import { engineOf, escapeLike, forKeyShare, forUpdate } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'

/** Further words of a search are ignored. */
const MAX_WORDS = 8

type Filters = Pick<PeopleQuery, 'search' | 'state' | 'role'>

function selectPeople(reader: Reader) {
  return reader
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'users.id',
      'username',
      'first_name',
      'last_name',
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

/** A page and the total number. */
export async function listPeople(
  reader: Reader,
  { page = 1, limit = 10, sort = 'name', order = 'asc', ...filters }: PeopleQuery,
  demo: boolean,
): Promise<{ rows: PersonRow[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    filtered(sorted(selectPeople(reader), reader, sort, order), filters, demo)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    filtered(
      reader.selectFrom('users').select((row) => row.fn.countAll<number>().as('total')),
      filters,
      demo,
    ).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total) }
}

function filtered<O>(
  query: SelectQueryBuilder<Tables, 'users', O>,
  filters: Filters,
  demo: boolean,
): SelectQueryBuilder<Tables, 'users', O> {
  const { search = '', state, role } = filters
  let narrowed = query.where('is_demo', '<=', demo ? 1 : 0)
  for (const word of fold(search).split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS)) {
    narrowed = narrowed.where(
      (row) => sql<boolean>`${row.ref('search_key')} like ${`%${escapeLike(word)}%`} escape '\\'`,
    )
  }
  if (role !== undefined) narrowed = narrowed.where('role_id', '=', role)
  return state === undefined ? narrowed : narrowed.where((row) => isIn(row, state))
}

function isIn(row: ExpressionBuilder<Tables, 'users'>, state: PersonState) {
  if (state === 'inactive') return row('deactivated_at', 'is not', null)
  return row.and([row('deactivated_at', 'is', null), row('activated_at', state === 'active' ? 'is not' : 'is', null)])
}

function sorted<Q extends ReturnType<typeof selectPeople>>(
  query: Q,
  reader: Reader,
  sort: NonNullable<PeopleQuery['sort']>,
  order: 'asc' | 'desc',
): Q {
  const byText = (column: string) =>
    engineOf(reader) === 'postgres' ? sql`lower(${sql.ref(column)}) collate "C"` : sql`lower(${sql.ref(column)})`
  const columns: Record<typeof sort, Expression<unknown>> = {
    name: sql.ref('users.name_key'),
    username: byText('users.username'),
    email: byText('users.email'),
    role: byText('roles.name'),
    lastLogin: sql.ref('users.last_login_at'),
    lastActive: sql.ref('users.last_active_at'),
    created: sql.ref('users.created_at'),
  }
  const by = columns[sort]
  // Null dates come last in either direction. Only added for columns that can be null: the order by name comes from an
  // index.
  const mayBeNull = sort === 'lastLogin' || sort === 'lastActive'
  return query
    .$if(mayBeNull, (some) => some.orderBy(sql`case when ${by} is null then 1 else 0 end`))
    .orderBy(by, order)
    .$if(sort !== 'name', (some) => some.orderBy('users.name_key'))
    .orderBy('users.id', order) as Q
}

export async function countPeople(reader: Reader, demo: boolean): Promise<PeopleCounts> {
  const count = (row: ExpressionBuilder<Tables, 'users'>, state: PersonState) =>
    row.fn.countAll<number>().filterWhere(isIn(row, state)).as(state)
  const counts = await reader
    .selectFrom('users')
    .select((row) => [count(row, 'active'), count(row, 'invited'), count(row, 'inactive')])
    .where('is_demo', '<=', demo ? 1 : 0)
    .executeTakeFirstOrThrow()
  return { active: Number(counts.active), invited: Number(counts.invited), inactive: Number(counts.inactive) }
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

/** The keys that existing accounts have. */
export async function takenKeys(reader: Reader, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await reader.selectFrom('users').select('username_key').where('username_key', 'in', keys).execute()
  return new Set(rows.map(({ username_key }) => username_key))
}

/** The addresses, in lower case, that accounts have which are not deactivated. */
export async function takenEmails(reader: Reader, emails: string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const rows = await reader
    .selectFrom('users')
    .select((row) => row.fn<string>('lower', ['email']).as('email'))
    .where('deactivated_at', 'is', null)
    .where((row) => row(row.fn<string>('lower', ['email']), 'in', emails))
    .execute()
  return new Set(rows.map(({ email }) => email))
}

/** Only for an account that was never used, so no row refers to it. */
export async function deletePerson(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute()
}
