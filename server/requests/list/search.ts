import { type RawBuilder, sql } from 'kysely'
import type { RequestList } from '../../../shared/requests.ts'
import type { Db, Reader } from '../../database/db.ts'
import { foundInHeading, searchBranches } from '../../search/hits.ts'
import type { Search } from '../../search/understand.ts'
import { engineOf } from '../../database/dialect.ts'
import { ownTurn } from '../../fairness/own-turn.ts'
import { type Criteria, isUnfiltered, type Page } from './criteria.ts'
import { conditions, parametersOf, source } from './filters.ts'
import { selectPage, wholeRows } from './query.ts'
import { withPassages } from './passages.ts'
import { numbersIn } from './request-number.ts'
import type { NamedRow } from '../row.ts'
import { bounded, countOfSearch } from './totals.ts'

/** So many of the newest hits are ranked; those behind them follow by number. */
export const RANKED = 500
/**
 * The hits are counted up to here, then the page says "more than". A phrase or a word of two letters must be looked for in
 * each of them, so a search would take the longer the more requests there are.
 */
const MOST_HITS = 1001

/** What a person searches for: the words, and the text as it was typed, which may be a number. */
export interface Searched {
  text: string
  search: Search
}

/**
 * One page of what a search finds, and how many there are: first the request that the text names by its number.
 * @param isRanked hits in title or number before the others, rather than the order that `page` names
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
    // Whole pages only, so that none shows a row that another has shown.
    isRanked ? RANKED - ((RANKED + before) % limit) : 0,
  )
  const rows = named && offset === 0 ? [named, ...rest.rows] : rest.rows
  const requests = await withPassages(db, search, rows)
  return { requests, total: rest.total + before, exact: rest.exact }
}

export function except(search: Search, number: number): Search {
  return { ...search, shape: { ...search.shape, except: true }, values: { ...search.values, except: number } }
}

/** The request that the text names by its number, if it is there, may be seen and fits the filters. */
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

/** @param ranked so many of the newest are put in order; pages behind them go by number */
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
    await ownTurn()
    return (await query.execute(db.read)).rows
  }

  if (limit > 0 && offset + limit <= ranked) {
    const rows = await run(selectRanked(db.read, criteria, page, search, ranked))
    const found = rows[0]?.found ?? (offset === 0 ? 0 : undefined)
    if (found !== undefined) return { rows, ...bounded(found, MOST_HITS) }
  }
  const { total, exact } = await countOfSearch(db, criteria, search, MOST_HITS)
  // Where counting stopped early there may be more.
  if (limit === 0 || (offset >= total && exact)) return { rows: [], total, exact }
  const plan = { index: null, branches: [criteria] }
  return { rows: await run(selectPage(db.read, plan, { ...page, isFromEnd: false }, search)), total, exact }
}

/**
 * The newest hits are found once: counted, and looked through for a page of those with the words in title or number and,
 * behind them, of the others. Either stops as soon as the page is full.
 */
function selectRanked(
  db: Reader,
  criteria: Criteria,
  page: Page,
  search: Search,
  ranked: number,
): RawBuilder<NamedRow & { found: number }> {
  const parameters = parametersOf(search)
  // Every request is in the search index, so hits that nothing else narrows need no looking up.
  const isPlain = isUnfiltered(criteria)
  const branches = searchBranches(db, search.shape, parameters, isPlain ? MOST_HITS : undefined).map((branch) => {
    const hits = isPlain
      ? sql`select hits.number from ${branch} as hits`
      : sql`select hits.number from ${branch} as hits cross join requests where ${conditions(criteria, search)}`
    return sql`${hits} order by hits.number desc limit ${sql.lit(MOST_HITS)}`
  })
  const hits =
    branches.length === 1
      ? branches[0]!
      : sql`select number from (${sql.join(
          branches.map((branch) => sql`select * from (${branch}) as branch`),
          sql` union `,
        )}) as hits order by number desc limit ${sql.lit(MOST_HITS)}`
  const newest = sql`(select number from found order by number desc limit ${ranked}) as newest`
  const heading = foundInHeading(db, search.shape, parameters)
  // SQLite goes through the newest as they come; asked to sort them, it would look at all before it answers with a few.
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
