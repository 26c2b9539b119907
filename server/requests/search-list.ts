import { sql } from 'kysely'
import type { RequestList } from '../../shared/requests.ts'
import type { Db } from '../database/db.ts'
import { type Holes, type Prepared, prepared } from '../database/prepared.ts'
import { foundInHeading, type Search, searchHits } from '../database/search.ts'
import { engineOf } from '../database/words.ts'
import { type Criteria, isUnfiltered, type Page } from './criteria.ts'
import { conditions, type FilterShape, filterShape, filterValues, query, source, type Values } from './list-filters.ts'
import { selectPage, wholeRows } from './list-query.ts'
import { type NamedRow, toServiceRequest } from './row.ts'
import { bounded, countOfSearch } from './totals.ts'

/** So many of the newest hits are ranked; those behind them follow by number. */
const RANKED = 500
/**
 * The hits are counted up to here, then the page says "more than". A phrase or a word of two letters must be looked for in
 * each of them, so a search would take the longer the more requests there are.
 */
const MOST_HITS = 1001

/**
 * One page of what a search finds, and how many there are.
 * @param isRanked hits in title or number first, rather than the order that `page` names
 */
export async function listHits(
  db: Db,
  criteria: Criteria,
  page: Page,
  search: Search,
  isRanked: boolean,
): Promise<RequestList> {
  if (criteria.statuses?.length === 0) return { requests: [], total: 0, exact: true }
  const { limit, offset } = page
  const reach = offset + limit
  const filters = filterShape(criteria, search)
  const values: Values = { ...filterValues(criteria, search), limit, offset, reach }

  // Whole pages only, so that none shows a row that another has shown.
  if (isRanked && reach <= RANKED - (RANKED % limit)) {
    const rows = await run(selectRanked, { ...filters, isUnfiltered: isUnfiltered(criteria) })
    const found = rows[0]?.found ?? (offset === 0 ? 0 : undefined)
    if (found !== undefined) return { requests: rows.map(toServiceRequest), ...bounded(found, MOST_HITS) }
  }
  const { total, exact } = await countOfSearch(db, criteria, search, MOST_HITS)
  // Where counting stopped early there may be more.
  if (offset >= total && exact) return { requests: [], total, exact }
  const { sort, order } = page
  const rows = await run(selectPage, { ...filters, sort, order, backwards: false, walk: { index: null, arms: [] } })
  return { requests: rows.map(toServiceRequest), total, exact }

  async function run<R, S>(select: Prepared<Values, R, S>, shape: S): Promise<R[]> {
    const arguments_ = [db.read, values, shape] as unknown as Parameters<typeof select>
    return search.slow ? db.readSlowly(select.fill(...arguments_), 'search') : select(...arguments_)
  }
}

/**
 * The newest hits are found once: counted, and looked through for a page of those with the words in title or number and,
 * behind them, of the others. Either stops as soon as the page is full.
 */
const selectRanked = prepared<Values, NamedRow & { found: number }, FilterShape & { isUnfiltered: boolean }>(
  (db, hole, shape) => {
    const holes = hole as Holes<Record<string, string>>
    // Every request is in the search index, so hits that nothing else narrows need no looking up.
    const hits = shape.isUnfiltered
      ? sql`select hits.number from ${searchHits(db, shape.search!, holes)} as hits`
      : sql`select hits.number from ${source(db, shape, hole, null)} where ${conditions(shape, hole, null)}`
    const newest = sql`(select number from found order by number desc limit ${sql.lit(RANKED)}) as newest`
    const heading = foundInHeading(db, shape.search!, holes)
    // SQLite goes through the newest as they come; told to sort them, it would look at all before it answers with a few.
    const inOrder = engineOf(db) === 'postgres' ? sql`order by newest.number desc` : sql``
    const part = (inHeading: 0 | 1) => sql`select * from (
      select ${sql.lit(inHeading)} as part, newest.number from ${newest} cross join requests
      where requests.number = newest.number and ${heading} = ${sql.lit(inHeading)} ${inOrder} limit ${hole.reach}) as part`
    const order = sql`part desc, number desc`
    const page = sql`select * from (${part(1)} union all ${part(0)}) as ranked order by ${order}`
    return query(
      db,
      sql<NamedRow & { found: number }>`with found as materialized (
          ${hits} order by hits.number desc limit ${sql.lit(MOST_HITS)})
        ${wholeRows(page, hole, sql`page.part desc, page.number desc`, sql`, (select count(*) from found) as found`)}`,
    )
  },
)
