import { type RawBuilder, sql } from 'kysely'
import type { RequestList } from '../../../shared/request-list.ts'
import type { Db, Reader } from '../../platform/database/db.ts'
import { foundInHeading, searchBranches } from '../search/hits.ts'
import type { Search } from '../search/parse-search.ts'
import { engineOf } from '../../platform/database/dialect.ts'
import { yieldFairly } from '../../platform/fairness/yield-fairly.ts'
import { type Criteria, isUnfiltered } from './criteria.ts'
import type { Page } from './page.ts'
import { conditions, parametersOf, source } from './filters.ts'
import { selectPage, wholeRows } from './query.ts'
import { withPassages } from './passages.ts'
import { numbersIn } from './request-number.ts'
import type { NamedRow } from '../row.ts'
import { bounded, countOfSearch } from './totals.ts'

/** The newest hits up to this number are ranked; the rest follow by number. */
export const RANKED = 500
/**
 * Hits are counted up to this number, then the page says "more than". A phrase or a two-letter word must be verified in
 * each hit, so an exact count would get slower with every request.
 */
const MAX_HITS = 1001

/** A search: its parsed words, and the text as typed, which may be a request number. */
export interface Searched {
  text: string
  search: Search
}

/**
 * One page of search results and their total. The request whose number the text names comes first.
 * @param isRanked hits in title or number first, instead of the order of `page`
 */
export async function listHits(
  db: Db,
  criteria: Criteria,
  page: Page,
  { text, search }: Searched,
  isRanked: boolean,
): Promise<RequestList> {
  if (criteria.statuses?.length === 0) return { requests: [], total: 0, exact: true }
  const named = await findNamed(db, criteria, text)
  const before = named ? 1 : 0
  const { offset, limit } = page
  const rest = await listOthers(
    db,
    criteria,
    { ...page, offset: Math.max(0, offset - before), limit: offset === 0 ? limit - before : limit },
    named ? except(search, named.number) : search,
    // A multiple of the page size, so that no row appears on two pages.
    isRanked ? RANKED - ((RANKED + before) % limit) : 0,
  )
  const rows = named && offset === 0 ? [named, ...rest.rows] : rest.rows
  const requests = await withPassages(db, search, rows)
  return { requests, total: rest.total + before, exact: rest.exact }
}

export function except(search: Search, number: number): Search {
  return { ...search, shape: { ...search.shape, except: true }, values: { ...search.values, except: number } }
}

/** The request whose number the text names, if it exists, is visible and matches the filters. */
export async function findNamed(db: Db, criteria: Criteria, text: string): Promise<NamedRow | undefined> {
  for (const { number, year } of numbersIn(text)) {
    const page = sql`select requests.number from ${source(db.read, criteria, null)}
      where ${conditions(criteria)} and requests.number = ${number}`
    const { rows } = await wholeRows(page, { limit: 1, offset: 0 }, sql`requests.number`).execute(db.read)
    const [row] = rows
    if (row && (year === null || row.request_id.startsWith(`RFD-${year}-`))) return row
  }
  return undefined
}

/** @param ranked how many of the newest hits are ranked; pages beyond them are sorted by number */
async function listOthers(
  db: Db,
  criteria: Criteria,
  page: Page,
  search: Search,
  ranked: number,
): Promise<{ rows: NamedRow[]; total: number; exact: boolean }> {
  const { limit, offset } = page
  const run = async <R>(query: RawBuilder<R>) => {
    if (search.slow) return db.readInWorker(query.compile(db.read), 'search')
    await yieldFairly()
    return (await query.execute(db.read)).rows
  }

  if (limit > 0 && offset + limit <= ranked) {
    const rows = await run(selectRanked(db.read, criteria, page, search, ranked))
    const found = rows[0]?.found ?? (offset === 0 ? 0 : undefined)
    if (found !== undefined) return { rows, ...bounded(found, MAX_HITS) }
  }
  const { total, exact } = await countOfSearch(db, criteria, search, MAX_HITS)
  // Where counting stopped early there may be more.
  if (limit === 0 || (offset >= total && exact)) return { rows: [], total, exact }
  return { rows: await run(selectPage(db.read, criteria, page, search)), total, exact }
}

/**
 * Finds the newest hits once, counts them and fills the page: first with hits in title or number, then with the others.
 * Each of the two scans stops as soon as the page is full.
 */
function selectRanked(
  db: Reader,
  criteria: Criteria,
  page: Page,
  search: Search,
  ranked: number,
): RawBuilder<NamedRow & { found: number }> {
  const parameters = parametersOf(search)
  // Every request is in the search index, so unfiltered hits need no row look-ups.
  const isPlain = isUnfiltered(criteria)
  const branches = searchBranches(db, search.shape, parameters, isPlain ? MAX_HITS : undefined).map((branch) => {
    const hits = isPlain
      ? sql`select hits.number from ${branch} as hits`
      : sql`select hits.number from ${branch} as hits cross join requests where ${conditions(criteria, search)}`
    return sql`${hits} order by hits.number desc limit ${sql.lit(MAX_HITS)}`
  })
  const hits =
    branches.length === 1
      ? branches[0]!
      : sql`select number from (${sql.join(
          branches.map((branch) => sql`select * from (${branch}) as branch`),
          sql` union `,
        )}) as hits order by number desc limit ${sql.lit(MAX_HITS)}`
  const newest = sql`(select number from found order by number desc limit ${ranked}) as newest`
  const heading = foundInHeading(db, search.shape, parameters)
  // SQLite yields the newest hits in order; with a sort it would read all of them before returning the first few.
  const inOrder = engineOf(db) === 'postgres' ? sql`order by newest.number desc` : sql``
  const part = (inHeading: 0 | 1) => sql`select * from (
    select ${sql.lit(inHeading)} as part, newest.number from ${newest} cross join requests
    where requests.number = newest.number and ${heading} = ${sql.lit(inHeading)} ${inOrder}
    limit ${page.offset + page.limit}) as part`
  const order = sql`part desc, number desc`
  const inHeadingFirst = sql`select * from (${part(1)} union all ${part(0)}) as ranked order by ${order}`
  const found = sql`, (select count(*) from found) as found`
  return sql`with found as materialized (${hits})
    ${wholeRows(inHeadingFirst, page, sql`page.part desc, page.number desc`, found)}`
}
