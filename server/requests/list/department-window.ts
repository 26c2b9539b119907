import type { Db } from '../../platform/database/db.ts'
import type { Department, Status } from '../../../shared/requests.ts'
import { countByDepartment } from '../counters/counts.ts'
import { type Criteria, isCountedAlone } from './criteria.ts'
import type { Page } from './page.ts'
import { MAX_BRANCHES, numberOfBranches, type Plan } from './plan.ts'

/** The slice of a list that contains a page. */
export interface Window {
  plan: Plan
  /** with its offset within the slice */
  page: Page
  /** matches in the slice */
  total: number
}

/**
 * Sorted by department, a page spans only a few departments: where an office has many, the counters tell which, so that
 * only those are read. Null where all can be read, or where the counters do not know.
 */
export async function departmentWindow(db: Db, criteria: Criteria, page: Page): Promise<Window | null> {
  if (page.sort !== 'department' || !isCountedAlone(criteria) || numberOfBranches(criteria, page) <= MAX_BRANCHES) {
    return null
  }
  const counts = await countByDepartment(db, criteria)
  const inOrder = page.order === 'asc' ? page.departments : page.departments.toReversed()
  const branches: Criteria[] = []
  let [passed, total] = [0, 0]
  for (const department of inOrder) {
    const filled = counts.filter((count) => count.department === department)
    const matching = filled.reduce((sum, { count }) => sum + count, 0)
    if (passed + matching <= page.offset) passed += matching
    else if (passed + total < page.offset + page.limit) {
      total += matching
      branches.push(...filled.map(({ status }) => branchOf(criteria, department, status)))
    }
  }
  // They may have been emptied since the total was read.
  if (branches.length === 0) branches.push(branchOf(criteria, inOrder[0]!, 'pending'))
  return {
    plan: { index: 'requests_by_status_department', branches },
    page: { ...page, offset: page.offset - passed },
    total,
  }
}

function branchOf(criteria: Criteria, department: Department, status: Status): Criteria {
  return { ...criteria, departments: [department], statuses: [status] }
}
