import { STATUS_KEYS } from '../../../shared/requests.ts'
import { type Criteria, hasRanges, type Page, type Total } from './criteria.ts'
import type { Known } from './totals.ts'

/** How one page is read. */
export interface Plan {
  /** The index that SQLite is held to. PostgreSQL chooses by its statistics. */
  index: string | null
  /** The list in parts, each in order by itself, to be merged. */
  branches: Criteria[]
}

/** What a page is sorted by, and the order of the departments. */
type Sorted = Pick<Page, 'sort' | 'departments'>

/** So many matches are quickly found and sorted, even if their rows have to be read for what they are sorted by. */
const FEW = 5000
/** These stand in every index. */
const HELD_BY_ALL: Page['sort'][] = ['requestId', 'status', 'department', 'priority']
/** These say nothing of dates, statuses or people: what matches lies anywhere in their order. */
const SPREAD: Page['sort'][] = ['title', 'assignedTo']
/** The index of either date holds the other. */
const DATES: Page['sort'][] = ['dueDate', 'createdAt']

/**
 * Pending requests are the newest and completed ones the oldest, so a planner that assumes chance reads an index to its other end for
 * ten rows. Hence two rules: matches that lie together (a person's, a range of dates) are found and sorted, if that is short;
 * all others are read in the order asked for, from an index that begins with the status, a branch for each, until the page is full.
 */
export function planPage(criteria: Criteria, page: Page, { total, exact }: Total, { all, narrow }: Known): Plan {
  // Those who see only their own get them by a list of their numbers.
  if (criteria.scope) return { index: null, branches: [criteria] }
  const { sort } = page
  const scan = indexScan(criteria, page)
  if (narrow === null) return scan
  const sorted = filterThenSort(criteria, narrow.index)
  const isOfPerson = narrow.index === 'requests_by_requester' || narrow.index === 'requests_by_assignee'
  if (isOfPerson && sort === 'requestId') return sorted
  // Of a list within dates nobody knows how many are in each department: no more branches than a query may have.
  if (scan.branches.length > MOST_BRANCHES) return sorted
  const steps = ((page.offset + page.limit) * scan.branches.length * all) / Math.max(1, total)
  if (SPREAD.includes(sort)) return total <= Math.min(FEW, steps) ? sorted : scan
  const isHeld = HELD_BY_ALL.includes(sort) || (DATES.includes(sort) && narrow.index !== 'requests_by_completed')
  if (!isHeld || !exact) return total <= FEW ? sorted : scan
  return beginsWithMatches(criteria, page) && steps < narrow.rows ? scan : sorted
}

/** So many are merged without anybody noticing; SQLite takes 500 at most. */
export const MOST_BRANCHES = 50

/** Of a list that is read in the order of the departments. */
export function numberOfBranches({ statuses, departments }: Criteria, sorted: Sorted): number {
  return (statuses ?? STATUS_KEYS).length * (departments ?? sorted.departments).length
}

/** No range of dates leaves out what the order begins with: the newest, or the oldest. */
function beginsWithMatches({ assignee, requester, ranges }: Criteria, { order }: Page): boolean {
  const ends = Object.keys(ranges).map((end) => end.endsWith('From'))
  return assignee === null && requester === null && ends.every((isFrom) => isFrom === (order === 'desc'))
}

export function filterThenSort(criteria: Criteria, index: string): Plan {
  return { index, branches: [beginning(criteria, index)] }
}

/** An index that begins with the status is of use only where one is named. */
export function beginning(criteria: Criteria, index: string | null): Criteria {
  return index?.startsWith('requests_by_status')
    ? { ...criteria, statuses: criteria.statuses ?? STATUS_KEYS }
    : criteria
}

const BY_STATUS: Partial<Record<Page['sort'], string>> = {
  status: 'requests_by_status',
  department: 'requests_by_status_department',
  priority: 'requests_by_status_priority',
  dueDate: 'requests_by_status_due',
  createdAt: 'requests_by_status_created',
  updatedAt: 'requests_by_status_updated',
}

export function indexScan(criteria: Criteria, { sort, departments }: Sorted): Plan {
  if (sort === 'title') return { index: 'requests_by_title', branches: [criteria] }
  if (sort === 'assignedTo') return { index: 'requests_by_assignee', branches: [criteria] }
  // That index holds no dates, those of the statuses do.
  const isByNumber = sort === 'requestId' && criteria.statuses === null && !hasRanges(criteria)
  if (isByNumber) return { index: 'requests_by_number', branches: [criteria] }
  const byStatus = (criteria.statuses ?? STATUS_KEYS).map((status) => ({ ...criteria, statuses: [status] }))
  const branches =
    sort === 'department'
      ? byStatus.flatMap((branch) =>
          (criteria.departments ?? departments).map((department) => ({
            ...branch,
            departments: [department],
          })),
        )
      : byStatus
  return { index: BY_STATUS[sort] ?? 'requests_by_status', branches }
}
