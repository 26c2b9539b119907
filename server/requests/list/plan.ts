import { STATUS_KEYS } from '../../../shared/requests.ts'
import { type Criteria, hasRanges, type Page, type Total } from './criteria.ts'

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
/** The index of either date holds the other. */
const DATES: Page['sort'][] = ['dueDate', 'createdAt']

/**
 * Pending requests are the newest and completed ones the oldest, so a planner that assumes chance reads an index to its other end for
 * ten rows. Hence two rules: matches that lie together (a person's, a range of dates) are found and sorted, if that is short;
 * all others are read in the order asked for, from an index that begins with the status, a branch for each, until the page is full.
 */
export function planPage(criteria: Criteria, page: Sorted, { total, exact }: Total): Plan {
  const { sort } = page
  const narrow = narrowIndex(criteria)
  const isOfPerson = criteria.assignee !== null || criteria.requester !== null
  const isHeld = HELD_BY_ALL.includes(sort) || (DATES.includes(sort) && narrow !== 'requests_by_completed')
  const isShort = total <= FEW || (isHeld && exact) || (isOfPerson && sort === 'requestId')
  if (narrow !== null && isShort) return filterThenSort(criteria, narrow)
  // Of a list within dates nobody knows how many are in each department: no more branches than a query may have.
  if (narrow !== null && sort === 'department' && numberOfBranches(criteria, page) > MOST_BRANCHES) {
    return filterThenSort(criteria, narrow)
  }
  return criteria.scope ? { index: null, branches: [criteria] } : indexScan(criteria, page)
}

/** So many are merged without anybody noticing; SQLite takes 500 at most. */
export const MOST_BRANCHES = 50

/** Of a list that is read in the order of the departments. */
export function numberOfBranches({ statuses, departments }: Criteria, sorted: Sorted): number {
  return (statuses ?? STATUS_KEYS).length * (departments ?? sorted.departments).length
}

/** The matches of these filters lie together; null where there is no such filter. */
export function narrowIndex(criteria: Criteria): string | null {
  const { assignee, requester, ranges, scope } = criteria
  // Those who see only their own get them by a list of their numbers.
  if (scope !== null) return null
  if (requester !== null) return 'requests_by_requester'
  if (assignee !== null) return 'requests_by_assignee'
  if ((ranges.dueFrom ?? ranges.dueTo) !== undefined) return 'requests_by_status_due'
  if ((ranges.createdFrom ?? ranges.createdBefore) !== undefined) return 'requests_by_status_created'
  return Object.keys(ranges).length > 0 ? 'requests_by_completed' : null
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
