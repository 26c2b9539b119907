import { PRIORITIES, type Priority, type Status, STATUSES } from '../../../shared/requests.ts'
import { type Criteria, DEPARTMENT_ORDER, hasRanges, type Page } from './criteria.ts'
import type { Walk } from './query.ts'
import { rankOf } from '../row.ts'

/** How many requests there are of every kind that the counters know. */
export interface Known {
  all: number
  /** of these values of each column, other filters aside; null where the list doesn't filter by it */
  status: number | null
  department: number | null
  priority: number | null
  assignee: number | null
  /** of the assignee and the statuses together */
  assigneeWithStatus: number | null
  requester: number | null
  /** within the first range and the statuses; null when there is none or it holds too many to have been counted */
  range: number | null
  /** those the actor asked for or works on, where that is all they see */
  own: number | null
}

export interface Plan {
  walk: Walk
  /** Steps along an index, roughly: ten thousand take about a millisecond. */
  steps: number
  /** The true number may be far higher: what is filtered by may lie at the other end of the order. */
  isGuess: boolean
  /** Steps if it lies there. */
  most: number
}

type Filter = 'status' | 'department' | 'priority' | 'assignee' | 'requester' | 'due' | 'created' | 'completed'

/** For every column the index that begins with it, and the one that begins with the status and then it. */
const INDEX = {
  requestId: { alone: 'requests_by_number', status: 'requests_by_status' },
  status: { alone: 'requests_by_status', status: 'requests_by_status' },
  department: { alone: 'requests_by_department', status: 'requests_by_status_department' },
  priority: { alone: 'requests_by_priority', status: 'requests_by_status_priority' },
  assignedTo: { alone: 'requests_by_assignee', status: 'requests_by_status_assignee' },
  dueDate: { alone: 'requests_by_due', status: 'requests_by_status_due' },
  createdAt: { alone: 'requests_by_created', status: 'requests_by_status_created' },
  updatedAt: { alone: 'requests_by_updated', status: 'requests_by_status_updated' },
} as const
const BY_REQUESTER = 'requests_by_requester'
const BY_TITLE = 'requests_by_title'
const BY_COMPLETED = 'requests_by_completed'

/** What an index holds besides the four columns that all of them hold (migrations 0002 and 0008); the table itself holds all. */
const HOLDS: Record<string, readonly (Filter | Page['sort'])[]> = {
  requests_by_status: ['due', 'dueDate'],
  requests_by_assignee: ['due', 'created', 'dueDate', 'createdAt', 'updatedAt'],
  requests_by_requester: ['requester', 'due', 'created', 'dueDate', 'createdAt', 'updatedAt'],
  requests_by_due: ['due', 'dueDate'],
  requests_by_status_due: ['due', 'dueDate'],
  requests_by_created: ['created', 'createdAt'],
  requests_by_status_created: ['created', 'createdAt'],
  requests_by_title: ['requester'],
  requests_by_completed: ['completed'],
}
const HELD_BY_ALL: readonly string[] = ['status', 'department', 'priority', 'assignee', 'requestId', 'assignedTo']

/** Reading the row behind an index entry, in steps. */
const LOOKUP = 10
/** Comparing a gathered row with the page so far. */
const COMPARE = 2
/** Gathering more than that, row by row and sorted, takes more than a few milliseconds. */
const QUICK_STEPS = 20_000
/** So long a walk, entry after entry of an index, takes four milliseconds at most, also where it finds nothing before its end. */
const QUICK_WALK = 50_000
/** A walk that may turn out to be long must promise to be so many times shorter than a plan that is certain. */
const DOUBT = 50

/**
 * Chooses between walking an index in the order asked for until the page is full, and gathering all that match through
 * the narrowest index and sorting them. Pending requests are the newest and completed ones the oldest, so a walk that only
 * happens to meet what it looks for may go through everything first; one that begins with what is filtered by does not.
 * @param matches how many match in all
 */
export function planPage(criteria: Criteria, page: Page, reach: number, matches: number, known: Known): Plan {
  const gathered = waysToGather(criteria, page.sort, known)
  if (criteria.scope) return cheapest(gathered)
  const walks = waysToWalk(criteria, page.sort, reach, matches, known)
  return cheapest([...gathered, ...walks])
}

/** Whether to take its steps beside the main thread. */
export function isSlow({ steps, isGuess, most }: Plan): boolean {
  return isGuess ? most > QUICK_WALK : steps > QUICK_STEPS
}

/** The index through which the fewest rows are looked at, and how many those are. */
export function narrowest(criteria: Criteria, known: Known): { index: string | null; rows: number } {
  const sources = sourcesOf(criteria, known)
  const [best] = sources.toSorted((one, other) => one.rows - other.rows)
  return best ?? { index: hasRanges(criteria) ? rangeIndex(criteria) : null, rows: known.all }
}

/** The index that finds the rows of the first range, within the statuses if there are any. */
export function rangeIndex({ ranges, statuses }: Criteria): string {
  const by = statuses ? 'status' : 'alone'
  if (ranges.dueFrom !== undefined || ranges.dueTo !== undefined) return INDEX.dueDate[by]
  if (ranges.createdFrom !== undefined || ranges.createdBefore !== undefined) return INDEX.createdAt[by]
  return BY_COMPLETED
}

/** The range that `rangeIndex` finds; further ones are checked row by row. */
export function firstRange({ ranges }: Criteria): Criteria['ranges'] {
  const { dueFrom, dueTo, createdFrom, createdBefore, completedFrom, completedBefore } = ranges
  if (dueFrom !== undefined || dueTo !== undefined) return given({ dueFrom, dueTo })
  if (createdFrom !== undefined || createdBefore !== undefined) return given({ createdFrom, createdBefore })
  return given({ completedFrom, completedBefore })
}

function given(ranges: Criteria['ranges']): Criteria['ranges'] {
  return Object.fromEntries(Object.entries(ranges).filter(([, value]) => value !== undefined))
}

function cheapest(plans: Plan[]): Plan {
  const cost = ({ steps, isGuess }: Plan) => (isGuess ? steps * DOUBT : steps)
  return plans.toSorted((one, other) => cost(one) - cost(other))[0]!
}

/** The columns that a list filters by. */
function filtersOf(criteria: Criteria): Filter[] {
  const { ranges } = criteria
  const present: Record<Filter, unknown> = {
    status: criteria.statuses,
    department: criteria.departments,
    priority: criteria.priorities,
    assignee: criteria.assignee,
    requester: criteria.requester,
    due: ranges.dueFrom ?? ranges.dueTo ?? null,
    created: ranges.createdFrom ?? ranges.createdBefore ?? null,
    completed: ranges.completedFrom ?? ranges.completedBefore ?? null,
  }
  return (Object.keys(present) as Filter[]).filter((name) => present[name] !== null)
}

function holds(index: string | null, columns: readonly string[]): boolean {
  return (
    index !== null &&
    columns.every((column) => HELD_BY_ALL.includes(column) || HOLDS[index]?.some((held) => held === column))
  )
}

function sourcesOf(criteria: Criteria, known: Known): { index: string | null; rows: number }[] {
  const sources: [index: string | null, rows: number | null][] = [
    [INDEX.requestId.status, known.status],
    [INDEX.department.alone, known.department],
    [INDEX.priority.alone, known.priority],
    [INDEX.assignedTo.alone, known.assignee],
    [INDEX.assignedTo.status, known.assigneeWithStatus],
    [BY_REQUESTER, known.requester],
    [rangeIndex(criteria), known.range],
    [null, known.own],
  ]
  // People who see only their own get the rows from a list of their numbers (see `source`), not from one index.
  const usable = criteria.scope ? sources.slice(-1) : sources
  return usable.flatMap(([index, rows]) => (rows === null ? [] : [{ index, rows }]))
}

/** Every way to find all that match first and sort them then. */
export function waysToGather(criteria: Criteria, sort: Page['sort'], known: Known): Plan[] {
  const needed = [...filtersOf(criteria), sort]
  return sourcesOf(criteria, known).map(({ index, rows }) => {
    const steps = rows * (holds(index, needed) ? COMPARE : LOOKUP)
    return { walk: { index, arms: [] }, steps, isGuess: false, most: steps }
  })
}

/** Every way to walk in the order asked for. */
export function waysToWalk(
  criteria: Criteria,
  sort: Page['sort'],
  reach: number,
  matches: number,
  known: Known,
): Plan[] {
  const filters = filtersOf(criteria)
  const plans: Plan[] = []
  const way = (index: string | null, arms: Walk['arms'], rows: number, begins: Filter[]) => {
    const met = filters.filter((name) => !begins.includes(name))
    // Departments and priorities are spread evenly over any order.
    const isGuess = sort !== 'title' && met.some((name) => name !== 'department' && name !== 'priority')
    const values = armValues(criteria, { index, arms })
    const count = arms.reduce((product, name) => product * countOf(values, name), 1)
    // Each arm must be walked as far as the page reaches, since all its rows may come from there.
    const passed = Math.min(rows, met.length === 0 ? count * reach : (count * reach * rows) / Math.max(1, matches))
    const step = holds(index, filters) ? 1 : LOOKUP
    plans.push({ walk: { index, arms }, steps: passed * step, isGuess, most: rows * step })
  }
  const statuses: Walk['arms'] = ['status']
  const { all, status } = known
  switch (sort) {
    case 'requestId':
      if (status !== null) way(INDEX.requestId.status, statuses, status, ['status'])
      if (known.department !== null) way(INDEX.department.alone, ['department'], known.department, ['department'])
      if (known.priority !== null) way(INDEX.priority.alone, ['priority'], known.priority, ['priority'])
      if (known.assignee !== null) way(INDEX.assignedTo.alone, [], known.assignee, ['assignee'])
      if (known.assigneeWithStatus !== null) {
        way(INDEX.assignedTo.status, statuses, known.assigneeWithStatus, ['status', 'assignee'])
      }
      if (known.requester !== null) way(BY_REQUESTER, [], known.requester, ['requester'])
      way(INDEX.requestId.alone, [], all, [])
      break
    case 'status':
      way(INDEX.status.status, statuses, status ?? all, ['status'])
      break
    case 'department':
      if (status !== null) way(INDEX.department.status, ['status', 'department'], status, ['status', 'department'])
      else way(INDEX.department.alone, ['department'], known.department ?? all, ['department'])
      break
    case 'title':
      // Titles know nothing of anything else: what is filtered by is spread evenly over them.
      way(BY_TITLE, [], all, [])
      break
    default: {
      const begins: Partial<Record<Page['sort'], Filter>> = {
        dueDate: 'due',
        createdAt: 'created',
        priority: 'priority',
      }
      const also = begins[sort] ? [begins[sort]] : []
      if (status !== null) way(INDEX[sort].status, statuses, status, ['status', ...also])
      else way(INDEX[sort].alone, [], all, also)
    }
  }
  return plans
}

/** The values of the columns that a walk reads arm by arm: those filtered by, or all. */
export function armValues(criteria: Criteria, walk: Walk): Record<string, string | number> {
  const values = {
    status: criteria.statuses ?? (Object.keys(STATUSES) as Status[]),
    department: criteria.departments ?? DEPARTMENT_ORDER,
    priority: (criteria.priorities ?? (Object.keys(PRIORITIES) as Priority[])).map(rankOf),
  }
  return Object.fromEntries(walk.arms.flatMap((name) => values[name].map((value, i) => [`${name}${i}`, value])))
}

function countOf(values: Record<string, string | number>, name: string): number {
  return Object.keys(values).filter((key) => key.startsWith(name)).length
}
