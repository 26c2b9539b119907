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
import { countOfPerson } from '../counters/counts.ts'
import { type NamedRow, toServiceRequest } from '../row.ts'
import { visibleTo } from '../visibility.ts'
import { correctSearch } from './correction.ts'
import { type Criteria, criteriaOf, isUnfiltered } from './criteria.ts'
import { type Page, pageOf } from './page.ts'
import { departmentWindow } from './department-window.ts'
import { type Plan, planPage } from './plan.ts'
import { opposite, selectPage } from './query.ts'
import { listHits, type Searched } from './search.ts'
import { type FilterCounts, filterCounts, QUICK_STEPS, totalOf } from './totals.ts'

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
  const page = sortedAs(pageOf(query, office), criteria)
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
  const known = await filterCounts(db, criteria, today)
  const { total, exact } = await totalOf(db, criteria, known)
  // A page beyond the last one costs nothing; where counting stopped early there may be more.
  if (page.offset >= total && exact) return { requests: [], total, exact }
  const window = await departmentWindow(db, criteria, page)
  const part = pageFromNearerEnd(window?.page ?? page, window?.total ?? total, exact)
  const inOrder = { ...part, order: part.isFromEnd ? opposite(part.order) : part.order }
  const plan = window?.plan ?? planPage(criteria, inOrder, { total, exact }, known)
  const query = isUsual(criteria, part)
    ? sql<NamedRow>`${PREPARED_MARK}${selectPage(db.read, plan, part)}`
    : selectPage(db.read, plan, part)
  const isFiltered = criteria.scope !== null || criteria.notice !== null || plan.index === known.indexRange?.index
  const steps = isFiltered ? known.rowsToFilter : await scanCost(db, plan, part, criteria, { ...known, total })
  const rows =
    steps > QUICK_STEPS ? await db.readInWorker(query.compile(db.read), 'search') : (await query.execute(db.read)).rows
  return { requests: rows.map(toServiceRequest), total, exact }
}

/** Sorting one person's requests by assignee means sorting them by number. */
function sortedAs(page: Page, { assignee }: Criteria): Page {
  return page.sort === 'assignedTo' && assignee !== null ? { ...page, sort: 'requestId' } : page
}

/** The default page, which differs between calls only in its length. */
function isUsual(criteria: Criteria, { sort, offset }: Page): boolean {
  return sort === 'requestId' && offset === 0 && isUnfiltered(criteria)
}

/** The page with its offset counted from the nearer end of the list. Empty where a total has shrunk below its offset. */
export function pageFromNearerEnd(page: Page, total: number, exact: boolean): Page & { isFromEnd: boolean } {
  if (!exact || page.offset <= total / 2) return { ...page, isFromEnd: false }
  const left = Math.max(0, total - page.offset)
  const limit = Math.min(page.limit, left)
  return { ...page, limit, offset: left - limit, isFromEnd: true }
}

/** Upper estimate of the index entries that an ordered scan of the page reads. */
async function scanCost(
  db: Db,
  plan: Plan,
  page: Page,
  criteria: Criteria,
  { all, total, indexRange }: Omit<FilterCounts, 'total'> & { total: number },
): Promise<number> {
  const needed = (page.offset + page.limit) * plan.branches.length
  if (isUnfiltered(criteria)) return needed
  // People and dates correlate with the status: the matches may lie at the far end of a branch.
  if (indexRange !== null) return all
  // So may unassigned requests, which have their own branch.
  const unassigned = page.sort === 'assignedTo' ? await countOfPerson(db, 'assignee', '', null) : 0
  return (needed * all) / total + unassigned
}
