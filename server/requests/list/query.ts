import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/database/db.ts'
import type { Search } from '../search/parse-search.ts'
import { ANSWERED_COLUMNS, type NamedRow } from '../row.ts'
import type { Criteria } from './criteria.ts'
import type { Page } from './page.ts'
import { conditions, source } from './filters.ts'
import { indexFor } from './scan.ts'
import { sortKeys } from './sort-keys.ts'

type Sql = RawBuilder<unknown>

/** Built once: quoting every column name took a tenth of a list call. */
const ANSWERED = sql.raw(ANSWERED_COLUMNS.map((column) => `requests.${column}`).join(', '))

/** One page, in order. Finds the page on the indices alone, then reads only its rows, with the names of their people. */
export function selectPage(
  db: Reader,
  criteria: Criteria,
  page: Page,
  search: Search | null = null,
): RawBuilder<NamedRow> {
  const { query, order } = selectSorted(db, criteria, page, search)
  return wholeRows(sql`${query} order by ${order()}`, page, order('page'))
}

/** Every matching request, in order: `number` and its `place` from 1. For a worker thread, because all are sorted. */
export function selectAllInOrder(db: Reader, criteria: Criteria, page: Page, search: Search | null): Sql {
  const { query, order } = selectSorted(db, criteria, page, search)
  return sql`select found.number, row_number() over (order by ${order('found')}) as place from (${query}) as found`
}

/** The matching numbers with their sort keys, and the order of a table that has these columns. */
function selectSorted(db: Reader, criteria: Criteria, page: Page, search: Search | null) {
  const { keys, joined, where } = sortKeys(page)
  const number = search ? sql`hits.number` : sql`requests.number`
  const columns = [...keys.map((key, i) => sql`${key} as ${sql.ref(`k${i}`)}`), sql`${number} as number`]
  const query = sql`select ${sql.join(columns)} from ${source(db, criteria, search, indexFor(criteria, page.sort))} ${joined}
    where ${conditions(criteria, search)} ${where}`
  const order = (table?: string) => {
    const names = keys.map((_, i) => sql.ref(table ? `${table}.k${i}` : `k${i}`))
    const last = table ? sql.ref(`${table}.number`) : number
    return sql.join([...names, last].map((name) => sql`${name} ${sql.raw(page.order)}`))
  }
  return { query, order }
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
