import type { AnswerPart } from '../../../shared/assistant/messages.ts'
import { phraseIn } from '../../../shared/assistant/mentions.ts'
import type { QueryFilter, Sort } from '../../../shared/assistant/query.ts'
import { addDays } from '../../../shared/dates.ts'
import type { RequestListQuery } from '../../../shared/request-list.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'

const UNKNOWN_TO_LIST = [
  'type',
  'notAssignee',
  'notRequester',
  'late',
  'moreDaysTaken',
  'fewerDaysTaken',
  'startedFrom',
  'startedTo',
  'closedFrom',
  'closedTo',
  'updatedFrom',
  'updatedTo',
] as const
const SORTS: Partial<Record<Sort, Pick<RequestListQuery, 'sort' | 'order'>>> = {
  newest: { sort: 'createdAt', order: 'desc' },
  oldest: { sort: 'createdAt', order: 'asc' },
  due: { sort: 'dueDate', order: 'asc' },
  overdue: { sort: 'dueDate', order: 'asc' },
  urgent: { sort: 'priority', order: 'desc' },
  updated: { sort: 'updatedAt', order: 'desc' },
}

/** The filter as a query of the request list; null where the list cannot express it. */
export function listQueryOf(filter: QueryFilter, today: string, sort?: Sort): RequestListQuery | null {
  const { assignee, requester, overdue, moreDaysOverdue, fewerDaysOverdue } = filter
  if (UNKNOWN_TO_LIST.some((key) => filter[key] !== undefined)) return null
  if (filter.search !== undefined && phraseIn(filter.search) !== null) return null
  if (overdue === false || (assignee?.length ?? 0) > 1 || (requester?.length ?? 0) > 1 || assignee?.[0] === 'me')
    return null
  const { dueFrom, dueTo, createdFrom, createdTo, completedFrom, completedTo, status, priority, department, search } =
    filter
  const query: Record<keyof RequestListQuery, unknown> | object = {
    overdue: overdue === true || moreDaysOverdue !== undefined || fewerDaysOverdue !== undefined ? 'true' : undefined,
    status,
    priority,
    department,
    assignedTo: assignee?.[0],
    requester: requester?.[0],
    search,
    createdFrom,
    createdTo,
    completedFrom,
    completedTo,
    dueFrom: latest(dueFrom, fewerDaysOverdue === undefined ? undefined : addDays(today, 1 - fewerDaysOverdue)),
    dueTo: earliest(dueTo, moreDaysOverdue === undefined ? undefined : addDays(today, -1 - moreDaysOverdue)),
    ...(sort && SORTS[sort]),
  }
  // The entries are exactly fields of the list's query, with its types.
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as RequestListQuery
}

function latest(a: string | undefined, b: string | undefined): string | undefined {
  return a === undefined || (b !== undefined && b > a) ? b : a
}

function earliest(a: string | undefined, b: string | undefined): string | undefined {
  return a === undefined || (b !== undefined && b < a) ? b : a
}

/** The link of a figure: the list with its filter; null where the list cannot show the same requests. */
export function addressOf(filter: QueryFilter, today: string, sort?: Sort): string | null {
  const query = listQueryOf(filter, today, sort)
  return query && listAddress(query)
}

export function listAddress(query: RequestListQuery): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return `/requests${search.size > 0 ? `?${search.toString().replaceAll('%2C', ',')}` : ''}`
}

/** Label of the link to all rows of an answer. */
export function showInList(total: number): string {
  return total === 1 ? 'Show it in the list' : `Show these ${formatNumber(total)} in the list`
}

export function linkTo(label: string, href: string | null): AnswerPart[] {
  return href === null ? [] : [{ kind: 'links', links: [{ label, href }] }]
}
