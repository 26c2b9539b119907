import { areOpen } from '../../../shared/request-rules.ts'
import type { RequestListQuery } from '../../../shared/request-list.ts'
import { addDays, startOfDay } from '../../../shared/dates.ts'
import {
  type Department,
  isOpen,
  type Priority,
  PRIORITY_KEYS,
  type Status,
  STATUS_KEYS,
} from '../../../shared/requests.ts'
import type { Departments } from '../../../shared/departments.ts'
import { checkKnown } from '../department.ts'
import type { Scope } from '../visibility.ts'

/** Calendar days for `due`, instants otherwise. `from` and `to` are inclusive, `before` is exclusive. */
export interface Ranges {
  dueFrom?: string
  dueTo?: string
  createdFrom?: string
  createdBefore?: string
  completedFrom?: string
  completedBefore?: string
}

/** The filters of a list in the form used for counting and searching; null means no filter. */
export interface Criteria {
  statuses: Status[] | null
  departments: Department[] | null
  priorities: Priority[] | null
  /** '' is unassigned */
  assignee: string | null
  requester: string | null
  /** one of the reader's own */
  notice: { id: string; personId: string } | null
  ranges: Ranges
  /** due before today and open; `statuses` and `ranges` imply it */
  overdue: boolean
  scope: Scope
}

/** No filter: every request. */
export const NO_CRITERIA: Criteria = {
  statuses: null,
  departments: null,
  priorities: null,
  assignee: null,
  requester: null,
  notice: null,
  ranges: {},
  overdue: false,
  scope: null,
}

/** The number of matches; if not `exact`, a lower bound. */
export interface Total {
  total: number
  exact: boolean
}

/** The current settings that filters depend on. */
export interface Office {
  /** in its time zone */
  today: string
  /** decides where days begin */
  timeZone: string
  departments: Departments
}

/** @throws AppError `bad-input` for a department key that never existed */
export function criteriaOf(query: RequestListQuery, actorId: string, scope: Scope, office: Office): Criteria {
  let statuses = chosen(STATUS_KEYS, query.status)
  let dueTo = query.dueTo
  if (query.overdue) {
    statuses = (statuses ?? STATUS_KEYS).filter(isOpen)
    const yesterday = addDays(office.today, -1)
    dueTo = dueTo !== undefined && dueTo < yesterday ? dueTo : yesterday
  }
  const beginning = (date: string | undefined, plus = 0) =>
    date === undefined ? undefined : startOfDay(office.timeZone, plus ? addDays(date, plus) : date)
  const ranges: Record<keyof Ranges, string | undefined> = {
    dueFrom: query.dueFrom,
    dueTo,
    createdFrom: beginning(query.createdFrom),
    createdBefore: beginning(query.createdTo, 1),
    completedFrom: beginning(query.completedFrom),
    completedBefore: beginning(query.completedTo, 1),
  }
  return {
    statuses,
    departments: chosen(office.departments.keys, knownOf(office.departments, query.department)),
    priorities: chosen(PRIORITY_KEYS, query.priority),
    assignee: query.assignedTo === undefined ? null : query.assignedTo === 'unassigned' ? '' : query.assignedTo,
    requester: query.requester === undefined ? null : query.requester === 'me' ? actorId : query.requester,
    notice: query.notice === undefined ? null : { id: query.notice, personId: actorId },
    ranges: Object.fromEntries(Object.entries(ranges).filter(([, value]) => value !== undefined)),
    overdue: query.overdue !== undefined,
    scope,
  }
}

function knownOf(departments: Departments, wanted: Department[] | undefined): Department[] | undefined {
  for (const key of wanted ?? []) checkKnown(departments, key)
  return wanted
}

/**
 * In canonical order and without duplicates, so that equal selections have equal form; selecting everything is no
 * filter.
 */
function chosen<T>(all: readonly T[], wanted: T[] | undefined): T[] | null {
  if (!wanted) return null
  const values = all.filter((value) => wanted.includes(value))
  return values.length === all.length ? null : values
}

export function hasRanges({ ranges }: Criteria): boolean {
  return Object.keys(ranges).length > 0
}

export function isUnfiltered(criteria: Criteria): boolean {
  return isByRangesAlone(criteria) && criteria.statuses === null && !hasRanges(criteria)
}

/** Whether the list shows exactly the overdue requests, whose number the counters know. */
export function isOverdueOnly(criteria: Criteria, today: string): boolean {
  const { overdue, ranges, statuses } = criteria
  const isWhole = Object.keys(ranges).length === 1 && ranges.dueTo === addDays(today, -1)
  return overdue && isWhole && statuses !== null && areOpen(statuses) && isByRangesAlone(criteria)
}

function isByRangesAlone({ departments, priorities, assignee, requester, notice, scope }: Criteria): boolean {
  return [departments, priorities, assignee, requester, notice, scope].every((filter) => filter === null)
}
