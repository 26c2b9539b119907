import { type RawBuilder, sql } from 'kysely'
import { dateIn } from '../../../shared/dates.ts'
import type { RequestListQuery } from '../../../shared/request-list.ts'
import type { Db, Reader } from '../../platform/database/db.ts'
import { withPeople } from '../search/people.ts'
import { foundInHeading } from '../search/hits.ts'
import { type Search, parseSearch } from '../search/parse-search.ts'
import type { Policy } from '../../settings/service.ts'
import type { NamedRow } from '../row.ts'
import type { Scope } from '../visibility.ts'
import { type Criteria, criteriaOf } from './criteria.ts'
import { type Page, pageOf } from './page.ts'
import { conditions, parametersOf, source } from './filters.ts'
import { selectAllInOrder, wholeRows } from './query.ts'
import { except, findNamed, RANKED } from './search.ts'

/** Numbers per text: a million separate rows would block the event loop. */
const BLOCK = 5000

export interface View {
  query: Omit<RequestListQuery, 'page' | 'limit'>
  personId: string
  scope: Scope
  /** the time that decides what is overdue */
  at: Date
}

/**
 * The running numbers of all requests in a view, in page order. A single statement finds them, so that concurrent
 * changes neither duplicate nor drop one.
 */
export async function numbersInView(db: Db, policy: Policy, view: View): Promise<number[]> {
  const { timeZone, departments } = policy
  const { query } = view
  const office = { today: dateIn(timeZone, view.at), timeZone, departments }
  const criteria = criteriaOf(query, view.personId, view.scope, office)
  if (criteria.statuses?.length === 0) return []
  const page = pageOf(query)
  const understood = query.search === undefined ? undefined : await parseSearch(db, query.search)
  if (!understood) return numbersOf(db, selectAllInOrder(db.read, criteria, page, null))
  const named = await findNamed(db, criteria, query.search ?? '')
  const all = await withPeople(db, understood)
  const search = named ? except(all, named.number) : all
  const isRanked = !query.sort && !query.order
  const others = isRanked
    ? inRank(db.read, criteria, page, search, named ? 1 : 0)
    : selectAllInOrder(db.read, criteria, page, search)
  return [...(named ? [named.number] : []), ...(await numbersOf(db, others))]
}

/** The newest hits, those in title or number first, then the others by number: the order of search result pages. */
function inRank(db: Reader, criteria: Criteria, { limit }: Page, search: Search, before: number): RawBuilder<unknown> {
  const ranked = RANKED - ((RANKED + before) % limit)
  const heading = foundInHeading(db, search.shape, parametersOf(search))
  const isNewest = sql`age <= ${sql.lit(ranked)}`
  return sql`select number, row_number() over (order by case when ${isNewest} then 0 else 1 end,
      case when ${isNewest} then in_heading else 0 end desc, number desc) as place
    from (select number, in_heading, row_number() over (order by number desc) as age
      from (select hits.number, ${heading} as in_heading from ${source(db, criteria, search)}
        where ${conditions(criteria, search)}) as found) as aged`
}

async function numbersOf(db: Db, inOrder: RawBuilder<unknown>): Promise<number[]> {
  const block = sql`(place - 1) / ${sql.lit(BLOCK)}`
  const query = sql<{ numbers: string }>`select string_agg(cast(number as text), ',' order by place) as numbers
    from (${inOrder}) as placed group by ${block} order by ${block}`
  const rows = await db.readInWorker(query.compile(db.read))
  return rows.flatMap(({ numbers }) => numbers.split(',').map(Number))
}

/** A query that selects the numbers of the view's requests, for figures about them. */
export async function selectInView(db: Db, policy: Policy, view: View): Promise<RawBuilder<unknown>> {
  const { query } = view
  const office = { today: dateIn(policy.timeZone, view.at), timeZone: policy.timeZone, departments: policy.departments }
  const criteria = criteriaOf(query, view.personId, view.scope, office)
  if (criteria.statuses?.length === 0) return sql`select number from requests where 1 = 0`
  const understood = query.search === undefined ? undefined : await parseSearch(db, query.search)
  const named = understood && (await findNamed(db, criteria, query.search ?? ''))
  const search = understood ? await withPeople(db, understood) : null
  const also = named ? sql` union select ${sql.lit(named.number)}` : sql``
  return sql`select requests.number from ${source(db.read, criteria, search)} where ${conditions(criteria, search)}${also}`
}

/** Complete rows of some requests, in the order of the given numbers. */
export async function rowsOf(db: Db, numbers: readonly number[]): Promise<NamedRow[]> {
  // PostgreSQL does not accept an empty list.
  if (numbers.length === 0) return []
  const these = sql`select number from requests where number in (${sql.join(numbers)})`
  const query = wholeRows(these, { limit: numbers.length, offset: 0 }, sql`requests.number`)
  const rows = new Map((await db.readInWorker(query.compile(db.read))).map((row) => [row.number, row]))
  return numbers.flatMap((number) => rows.get(number) ?? [])
}
