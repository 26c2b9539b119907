import { STATUS_KEYS } from '../../../shared/requests.ts'
import { type Criteria, hasRanges, type Total } from './criteria.ts'
import type { Page } from './page.ts'
import type { FilterCounts } from './totals.ts'

/** The query plan of one page. */
export interface Plan {
  /** The index forced on SQLite. PostgreSQL chooses by its statistics. */
  index: string | null
  /** Sorted parts of the list, to be merged. */
  branches: Criteria[]
}

/** The sort column, and the order of the departments. */
type Sorted = Pick<Page, 'sort' | 'departments'>

/** Up to this many matches are quickly found and sorted, even with row look-ups for the sort column. */
const FEW = 5000
/** Columns that every index covers. */
const COVERED_BY_ALL: Page['sort'][] = ['requestId', 'status', 'department', 'priority']
/** Columns uncorrelated with dates, statuses and people: matches are spread evenly over their order. */
const SPREAD: Page['sort'][] = ['title', 'assignedTo']
/** The index of either date covers the other. */
const DATES: Page['sort'][] = ['dueDate', 'createdAt']

/**
 * Pending requests are the newest and completed ones the oldest, so a planner that assumes an even distribution scans
 * an index to its far end for ten rows. Hence two rules: adjacent matches (of a person, of a range of dates) are
 * filtered and then sorted, if they are few; all others are read in sort order from an index that starts with the
 * status, one branch per status, until the page is full.
 */
export function planPage(
  criteria: Criteria,
  page: Page,
  { total, exact }: Total,
  { all, indexRange }: FilterCounts,
): Plan {
  // People who see only their own requests get them through a list of their numbers; a notice has such a list, too.
  if (criteria.scope || criteria.notice) return { index: null, branches: [criteria] }
  const { sort } = page
  const scan = indexScan(criteria, page)
  if (indexRange === null) return scan
  const sorted = filterThenSort(criteria, indexRange.index)
  const isOfPerson = indexRange.index === 'requests_by_requester' || indexRange.index === 'requests_by_assignee'
  if (isOfPerson && sort === 'requestId') return sorted
  // Within a range of dates the number per department is unknown: limit the branches of the query.
  if (scan.branches.length > MAX_BRANCHES) return sorted
  const steps = ((page.offset + page.limit) * scan.branches.length * all) / Math.max(1, total)
  if (SPREAD.includes(sort)) return total <= Math.min(FEW, steps) ? sorted : scan
  const isHeld = COVERED_BY_ALL.includes(sort) || (DATES.includes(sort) && indexRange.index !== 'requests_by_completed')
  if (!isHeld || !exact) return total <= FEW ? sorted : scan
  return beginsWithMatches(criteria, page) && steps < indexRange.rows ? scan : sorted
}

/** The cost of merging this many is negligible; SQLite allows at most 500. */
export const MAX_BRANCHES = 50

/** For a list read in department order. */
export function numberOfBranches({ statuses, departments }: Criteria, sorted: Sorted): number {
  return (statuses ?? STATUS_KEYS).length * (departments ?? sorted.departments).length
}

/** No range of dates excludes the start of the sort order: the newest, or the oldest. */
function beginsWithMatches({ assignee, requester, ranges }: Criteria, { order }: Page): boolean {
  const ends = Object.keys(ranges).map((end) => end.endsWith('From'))
  return assignee === null && requester === null && ends.every((isFrom) => isFrom === (order === 'desc'))
}

export function filterThenSort(criteria: Criteria, index: string): Plan {
  return { index, branches: [beginning(criteria, index)] }
}

/** An index that starts with the status is only usable if statuses are named. */
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
  // That index covers no dates, unlike those that start with the status.
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
