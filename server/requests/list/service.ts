import { dateIn } from '../../../shared/dates.ts'
import type { RequestList, RequestListQuery } from '../../../shared/requests.ts'
import type { Db } from '../../database/db.ts'
import { withPeople } from '../../search/people.ts'
import { understandSearch } from '../../search/service.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../deps.ts'
import { getPolicy } from '../../settings/service.ts'
import { correctSearch } from './correction.ts'
import { countOf } from '../counters/counts.ts'
import {
  type Criteria,
  criteriaOf,
  groupsOf,
  isCounted,
  isUnfiltered,
  type Page,
  pageOf,
  USUAL_ROWS,
} from './criteria.ts'
import { filterShape, filterValues } from './filters.ts'
import { armValues, isSlow, planPage } from './plan.ts'
import { selectPage } from './query.ts'
import { toServiceRequest } from '../row.ts'
import { sinceLastCommit } from '../../database/since-last-commit.ts'
import { listHits, type Searched } from './search.ts'
import { totalOf, whatIsKnown } from './totals.ts'
import { visibleTo } from '../visibility.ts'

/**
 * As `listRequests`; a search that finds nothing, and isn't meant to the letter, is made again with its likely misspellings
 * corrected, and the answer says so.
 */
export async function listForgivingly(deps: Deps, actor: Actor, query: RequestListQuery): Promise<RequestList> {
  const list = await listRequests(deps, actor, query)
  if (list.total > 0 || query.search === undefined || query.literal) return list
  const scope = visibleTo(actor, await getPolicy(deps.db))
  const corrected = await correctSearch(deps.db, scope, query.search)
  if (corrected === null) return list
  const instead = await listRequests(deps, actor, { ...query, search: corrected })
  return instead.total > 0 ? { ...instead, corrected } : list
}

/** One page of the requests that the actor may see and the query asks for, and how many there are in all. */
export async function listRequests({ db, clock }: Deps, actor: Actor, query: RequestListQuery): Promise<RequestList> {
  const policy = await getPolicy(db)
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
  // Nothing but the rows is read again by whoever asks for the same before anything is committed.
  const key = `way to ${JSON.stringify([criteria, page, today])}`
  const { total, exact, way } = await sinceLastCommit(db, key, () => wayTo(db, criteria, page, today))
  if (!way) return { requests: [], total, exact }
  const { values, shape } = way
  const rows = way.isSlow
    ? await db.readSlowly(selectPage.fill(db.read, values, shape), 'search')
    : await selectPage(db.read, values, shape)
  return { requests: rows.map(toServiceRequest), total, exact }
}

/** How many match, and how their page is read; no way where there is nothing to read. */
async function wayTo(db: Db, criteria: Criteria, page: Page, today: string) {
  const known = await whatIsKnown(db, criteria, today)
  const { total, exact } = await totalOf(db, criteria, known, today)
  // A page behind the last one costs nothing; where counting stopped early there may be more.
  if (page.offset >= total && exact) return { total, exact, way: null }

  const part = await partOf(db, criteria, page)
  const within = part?.criteria ?? criteria
  const there = part ? part.total : total
  const before = page.offset - (part?.skipped ?? 0)
  // From the end, where the page is nearer to it.
  const backwards = exact && before > there / 2
  const offset = backwards ? Math.max(0, there - before - page.limit) : before
  const limit = backwards ? Math.min(page.limit, there - before) : page.limit
  const reach = offset + limit
  const plan = planPage(within, page, reach, there, known)
  const isUsualPage = db.engine === 'postgres' && offset === 0 && limit === USUAL_ROWS && isUnfiltered(within)
  const shape = {
    ...filterShape(within, undefined),
    sort: page.sort,
    order: backwards ? opposite(page.order) : page.order,
    backwards,
    walk: plan.walk,
    ...(isUsualPage && { first: limit }),
  }
  const values = { ...filterValues(within, undefined), ...armValues(within, plan.walk), limit, offset, reach }
  return { total, exact, way: { values, shape, isSlow: isSlow(plan) } }
}

/** Sorted by assignee, the requests of one person are in the order of their numbers. */
function sortedAs(page: Page, { assignee }: Criteria): Page {
  return page.sort === 'assignedTo' && assignee !== null ? { ...page, sort: 'requestId' } : page
}

interface Part {
  criteria: Criteria
  /** how many come before it, and how many it holds */
  skipped: number
  total: number
}

/**
 * Sorted by status, department or priority a list is a row of groups whose sizes the counters know: the groups that the
 * page touches, so that those before it need no walking through. Null when the counters cannot tell.
 */
async function partOf(db: Db, criteria: Criteria, page: Page): Promise<Part | null> {
  const groups = isCounted(criteria) ? groupsOf(criteria, page.sort) : null
  if (!groups) return null
  if (page.order === 'desc') groups.reverse()
  const touched: Part[] = []
  let start = 0
  for (const group of groups) {
    const total = await countOf(db, group)
    if (total > 0 && start < page.offset + page.limit && start + total > page.offset) {
      touched.push({ criteria: group, skipped: start, total })
    }
    start += total
  }
  // A page that touches several groups is short; its groups are then walked together.
  return touched.length === 1 ? touched[0]! : null
}

function opposite(order: Page['order']): Page['order'] {
  return order === 'asc' ? 'desc' : 'asc'
}
