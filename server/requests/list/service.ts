import { sql } from 'kysely'
import { dateIn } from '../../../shared/dates.ts'
import type { RequestList, RequestListQuery } from '../../../shared/request-list.ts'
import type { Db } from '../../platform/database/db.ts'
import { PREPARED_MARK } from '../../platform/database/prepared-mark.ts'
import { yieldFairly } from '../../platform/fairness/yield-fairly.ts'
import { withPeople } from '../search/people.ts'
import { parseSearch } from '../search/parse-search.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Deps } from '../deps.ts'
import { type NamedRow, toServiceRequest } from '../row.ts'
import { visibleTo } from '../visibility.ts'
import { correctSearch } from './correction.ts'
import { type Criteria, criteriaOf, isUnfiltered } from './criteria.ts'
import { type Page, pageOf } from './page.ts'
import { selectPage } from './query.ts'
import { listHits, type Searched } from './search.ts'
import { entriesOfPage, QUICK_ENTRIES } from './scan.ts'
import { totalOf } from './totals.ts'

/**
 * As `listRequests`; a search without hits, unless it is literal, is repeated with its likely typos corrected, and the
 * result says so.
 */
export async function listWithCorrection(deps: Deps, actor: Actor, query: RequestListQuery): Promise<RequestList> {
  const list = await listRequests(deps, actor, query)
  if (list.total > 0 || query.search === undefined || query.literal) return list
  const scope = visibleTo(actor, await deps.settings.policy())
  const corrected = await correctSearch(deps.db, scope, query.search)
  if (corrected === null) return list
  const instead = await listRequests(deps, actor, { ...query, search: corrected })
  return instead.total > 0 ? { ...instead, corrected } : list
}

/** One page of the matching requests that the actor may see, and their total. */
export async function listRequests(
  { db, clock, settings }: Deps,
  actor: Actor,
  query: RequestListQuery,
): Promise<RequestList> {
  const policy = await settings.policy()
  const { timeZone, departments } = policy
  const office = { today: dateIn(timeZone, clock()), timeZone, departments }
  const criteria = criteriaOf(query, actor.id, visibleTo(actor, policy), office)
  const page = sortedAs(pageOf(query), criteria)
  const searched = query.search === undefined ? undefined : await understand(db, actor, query.search)
  return searched
    ? listHits(db, criteria, page, searched, !query.sort && !query.order)
    : findPage(db, criteria, page, office.today)
}

async function understand(db: Db, actor: Actor, text: string): Promise<Searched | undefined> {
  await yieldFairly()
  const search = await parseSearch(db, text, actor.permissions.has('comments.internal'))
  return search && { text, search: await withPeople(db, search) }
}

async function findPage(db: Db, criteria: Criteria, page: Page, today: string): Promise<RequestList> {
  // Overdue and completed: no status is left, so nothing can match.
  const total = criteria.statuses?.length === 0 ? 0 : await totalOf(db, criteria, today)
  if (page.offset >= total) return { requests: [], total, exact: true }
  const query = isUsual(criteria, page)
    ? sql<NamedRow>`${PREPARED_MARK}${selectPage(db.read, criteria, page)}`
    : selectPage(db.read, criteria, page)
  const isLong = (await entriesOfPage(db, criteria, page)) > QUICK_ENTRIES
  const rows = isLong ? await db.readInWorker(query.compile(db.read), 'search') : (await query.execute(db.read)).rows
  return { requests: rows.map(toServiceRequest), total, exact: true }
}

/** Sorting one person's requests by assignee means sorting them by number. */
function sortedAs(page: Page, { assignee }: Criteria): Page {
  return page.sort === 'assignedTo' && assignee !== null ? { ...page, sort: 'requestId' } : page
}

/** The default page, which differs between calls only in its length. */
function isUsual(criteria: Criteria, { sort, offset }: Page): boolean {
  return sort === 'requestId' && offset === 0 && isUnfiltered(criteria)
}
