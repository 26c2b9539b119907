import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/database/db.ts'
import type { Search } from '../search/parse-search.ts'
import { ANSWERED_COLUMNS, type NamedRow } from '../row.ts'
import type { Criteria } from './criteria.ts'
import type { Page } from './page.ts'
import { conditions, indexedBy, source } from './filters.ts'
import type { Plan } from './plan.ts'
import { sortKey } from './sort-key.ts'

type Sql = RawBuilder<unknown>

/** Built once: quoting every column name took a tenth of a list call. */
const ANSWERED = sql.raw(ANSWERED_COLUMNS.map((column) => `requests.${column}`).join(', '))

/** One page, in order. Finds the page on the indices alone, then reads only its rows, with the names of their people. */
export function selectPage(
  db: Reader,
  plan: Plan,
  page: Page & { /** Read from the end, because the page is nearer to it. */ isFromEnd: boolean },
  search: Search | null = null,
): RawBuilder<NamedRow> {
  const read = sql.raw(page.isFromEnd ? opposite(page.order) : page.order)
  const shown = sql.raw(page.order)
  // All rows of the page may come from one branch.
  const needed = sql`limit ${page.offset + page.limit}`
  const found = plan.branches.flatMap((branch) =>
    page.sort === 'assignedTo'
      ? byAssignee(db, branch, plan.index, page, search, needed)
      : [selectBranch(db, branch, plan.index, page, search, read, plan.branches.length > 1 ? needed : sql``)],
  )
  const merged = sql`select * from (${sql.join(
    found.map((branch) => sql`select * from (${branch}) as branch`),
    sql` union all `,
  )}) as merged order by ${keys('merged', read)}`
  return wholeRows(found.length === 1 ? found[0]! : merged, page, keys('page', shown))
}

/** Every matching request, in order: `number` and its `place` from 1. For a worker thread, because all are sorted. */
export function selectAllInOrder(db: Reader, criteria: Criteria, page: Page, search: Search | null): Sql {
  const order = sql.raw(page.order)
  const whole = { ...page, isFromEnd: false }
  const parts =
    page.sort === 'assignedTo'
      ? byAssignee(db, criteria, null, whole, search, sql``)
      : [selectBranch(db, criteria, null, whole, search, order, sql``)]
  return sql`select found.number, row_number() over (order by ${keys('found', order)}) as place from (${sql.join(
    parts.map((part) => sql`select * from (${part}) as part`),
    sql` union all `,
  )}) as found`
}

/** The complete rows of a page, with the names of their people. */
export function wholeRows<R = NamedRow>(
  page: Sql,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
  order: Sql,
  more: Sql = sql``,
): RawBuilder<R> {
  return sql`select ${ANSWERED}, assignee.first_name as assignee_first, assignee.last_name as assignee_last,
      requester.first_name as requester_first, requester.last_name as requester_last${more}
    from (${page} ${offset === 0 ? atMost(limit) : sql`limit ${limit} offset ${offset}`}) as page cross join requests
    left join users as assignee on assignee.id = requests.assigned_to_id
    left join users as requester on requester.id = requests.requester_id
    where requests.number = page.number order by ${order}`
}

/** A literal, so that PostgreSQL can plan the first page once: for an unknown limit it would plan for many rows. */
function atMost(limit: number): Sql {
  return sql`limit ${sql.lit(limit)}`
}

export function opposite(order: Page['order']): Page['order'] {
  return order === 'asc' ? 'desc' : 'asc'
}

/** Every branch has the same columns: part, key, second key, number. */
function keys(table: string, order: Sql): Sql {
  return sql.join(['part', 'k', 'k2', 'number'].map((key) => sql`${sql.raw(`${table}.${key}`)} ${order}`))
}

function selectBranch(
  db: Reader,
  branch: Criteria,
  index: string | null,
  page: Page,
  search: Search | null,
  order: Sql,
  limit: Sql,
): Sql {
  const number = search ? sql`hits.number` : sql`requests.number`
  const { key, isConstant } = sortKey(page, branch)
  return sql`select 0 as part, ${key} as k, '' as k2, ${number} from ${source(db, branch, search, index)}
    where ${conditions(branch, search)}
    order by ${isConstant ? sql`` : sql`k ${order}, `}${number} ${order} ${limit}`
}

/** By the assignee's name, unassigned last in either direction. */
function byAssignee(
  db: Reader,
  criteria: Criteria,
  index: string | null,
  page: Page & { isFromEnd: boolean },
  search: Search | null,
  limit: Sql,
): Sql[] {
  const order = sql.raw(page.isFromEnd ? opposite(page.order) : page.order)
  const from = source(db, criteria, search, index)
  const where = conditions(criteria, search)
  const people =
    index === 'requests_by_assignee'
      ? sql`users ${indexedBy(db, 'users_by_name')} cross join ${from}`
      : sql`${from} cross join users`
  const isLast = page.order === 'asc'
  const part = (isUnassigned: boolean) => sql.lit(isUnassigned === isLast ? 1 : 0)
  return [
    sql`select ${part(false)} as part, users.name_key as k, users.id as k2, requests.number from ${people}
      where requests.assigned_to_id = users.id and ${where}
      order by users.name_key ${order}, users.id ${order}, requests.number ${order} ${limit}`,
    sql`select ${part(true)} as part, '' as k, '' as k2, requests.number from ${from}
      where requests.assigned_to_id is null and ${where} order by requests.number ${order} ${limit}`,
  ]
}
