import { dateIn } from '../../../shared/dates.ts'
import type { RequestList, RequestListQuery } from '../../../shared/requests.ts'
import type { Db } from '../../database/db.ts'
import { withPeople } from '../../search/people.ts'
import { understandSearch } from '../../search/service.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../deps.ts'
import { countOf } from '../counters/counts.ts'
import { toServiceRequest } from '../row.ts'
import { visibleTo } from '../visibility.ts'
import { correctSearch } from './correction.ts'
import { type Criteria, criteriaOf, isUnfiltered, type Page, pageOf } from './criteria.ts'
import { type Plan, planPage } from './plan.ts'
import { selectPage } from './query.ts'
import { listHits, type Searched } from './search.ts'
import { QUICK_STEPS, totalOf } from './totals.ts'

/**
 * As `listRequests`; a search that finds nothing, and isn't meant to the letter, is made again with its likely misspellings
 * corrected, and the answer says so.
 */
export async function listForgivingly(deps: Deps, actor: Actor, query: RequestListQuery): Promise<RequestList> {
  const list = await listRequests(deps, actor, query)
  if (list.total > 0 || query.search === undefined || query.literal) return list
  const scope = visibleTo(actor, await deps.settings.policy())
  const corrected = await correctSearch(deps.db, scope, query.search)
  if (corrected === null) return list
  const instead = await listRequests(deps, actor, { ...query, search: corrected })
  return instead.total > 0 ? { ...instead, corrected } : list
}

/** One page of the requests that the actor may see and the query asks for, and how many there are in all. */
export async function listRequests(
  { db, clock, settings }: Deps,
  actor: Actor,
  query: RequestListQuery,
): Promise<RequestList> {
  const policy = await settings.policy()
  const office = { today: dateIn(policy.timeZone, clock()), timeZone: policy.timeZone }
  const criteria = criteriaOf(query, actor.id, visibleTo(actor, policy), office)
  const page = sortedAs(pageOf(query), criteria)
  const searched = query.search === undefined ? undefined : await understand(db, query.search)
  return searched
    ? listHits(db, criteria, page, searched, !query.sort && !query.order)
    : findPage(db, criteria, page, office.today)
}

async function understand(db: Db, text: string): Promise<Searched | undefined> {
  const search = await understandSearch(db, text)
  return search && { text, search: await withPeople(db, search) }
}

async function findPage(db: Db, criteria: Criteria, page: Page, today: string): Promise<RequestList> {
  const { total, exact, steps } = await totalOf(db, criteria, today)
  // A page behind the last one costs nothing; where counting stopped early there may be more.
  if (page.offset >= total && exact) return { requests: [], total, exact }
  const plan = planPage(criteria, page.sort, { total, exact })
  const part = nearerPart(page, total, exact)
  const query = selectPage(db.read, plan, part)
  const isSlow = Math.max(steps, await stepsOf(db, plan, part, criteria, total)) > QUICK_STEPS
  const rows = isSlow ? await db.readInWorker(query.compile(db.read), 'search') : (await query.execute(db.read)).rows
  return { requests: rows.map(toServiceRequest), total, exact }
}

/** Sorted by assignee, the requests of one person are in the order of their numbers. */
function sortedAs(page: Page, { assignee }: Criteria): Page {
  return page.sort === 'assignedTo' && assignee !== null ? { ...page, sort: 'requestId' } : page
}

/** The page as a part of the list counted from its nearer end. */
function nearerPart(page: Page, total: number, exact: boolean): Page & { isFromEnd: boolean } {
  if (!exact || page.offset <= total / 2) return { ...page, isFromEnd: false }
  const limit = Math.min(page.limit, total - page.offset)
  return { ...page, limit, offset: total - page.offset - limit, isFromEnd: true }
}

/** Index entries that a page in order is likely to pass. */
async function stepsOf(db: Db, { branches }: Plan, page: Page, criteria: Criteria, total: number): Promise<number> {
  const all = isUnfiltered(criteria) ? total : await countOf(db, {})
  return ((page.offset + page.limit) * branches.length * all) / total
}
