import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { fold } from '../../shared/fold.ts'
import { NO_DEPARTMENT, TYPED_DEPARTMENT } from '../../shared/person-department.ts'
import type { PeopleCounts, PeopleQuery, PersonState } from '../../shared/team.ts'
import type { Reader } from '../platform/database/db.ts'
import { engineOf, escapeLike } from '../platform/database/dialect.ts'
import type { Tables } from '../platform/database/tables.ts'
import { selectPeople, type PersonRow } from './queries.ts'

/** Further words of a search are ignored. */
const MAX_WORDS = 8

type Filters = Pick<PeopleQuery, 'search' | 'state' | 'role' | 'department' | 'email'>

/** A page and the total number. */
export async function peoplePage(
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

/** Narrows a query of accounts to those that match. */
export function filtered<O>(
  query: SelectQueryBuilder<Tables, 'users', O>,
  filters: Filters,
  demo: boolean,
): SelectQueryBuilder<Tables, 'users', O> {
  const { search = '', state, role, department, email } = filters
  let narrowed = query.where('is_demo', '<=', demo ? 1 : 0)
  for (const word of fold(search).split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS)) {
    narrowed = narrowed.where(
      (row) => sql<boolean>`${row.ref('search_key')} like ${`%${escapeLike(word)}%`} escape '\\'`,
    )
  }
  if (role !== undefined) narrowed = narrowed.where('role_id', '=', role)
  if (department !== undefined) narrowed = narrowed.where((row) => isOf(row, department))
  if (email !== undefined) narrowed = narrowed.where(sharesEmail)
  return state === undefined ? narrowed : narrowed.where((row) => isIn(row, state))
}

/** Accounts store the name of their department. */
function isOf(row: ExpressionBuilder<Tables, 'users'>, department: string) {
  const names = row.selectFrom('departments').select('departments.name')
  if (department === NO_DEPARTMENT) return row('users.department', 'is', null)
  if (department === TYPED_DEPARTMENT) return row('users.department', 'not in', names)
  return row('users.department', 'in', names.where('departments.key', '=', department))
}

function isIn(row: ExpressionBuilder<Tables, 'users'>, state: PersonState) {
  if (state === 'inactive') return row('deactivated_at', 'is not', null)
  return row.and([row('deactivated_at', 'is', null), row('activated_at', state === 'active' ? 'is not' : 'is', null)])
}

/** Another account has the same address: only those that are marked, few or none, can have made it shared. */
function sharesEmail(row: ExpressionBuilder<Tables, 'users'>) {
  const marked = row.selectFrom('users as marked').select('marked.email_key').where('marked.shares_email', '=', 1)
  const others = row
    .selectFrom('users as other')
    .select('other.id')
    .whereRef('other.email_key', '=', 'users.email_key')
    .whereRef('other.id', '<>', 'users.id')
  return row.and([row('users.email_key', '<>', ''), row('users.email_key', 'in', marked), row.exists(others)])
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
    .select((row) => [
      count(row, 'active'),
      count(row, 'invited'),
      count(row, 'inactive'),
      row.fn.countAll<number>().filterWhere(sharesEmail(row)).as('sharedEmail'),
    ])
    .where('is_demo', '<=', demo ? 1 : 0)
    .executeTakeFirstOrThrow()
  return {
    active: Number(counts.active),
    invited: Number(counts.invited),
    inactive: Number(counts.inactive),
    sharedEmail: Number(counts.sharedEmail),
  }
}
