import { areOpen, PRIORITIES, type Status, STATUS_KEYS } from '../request-rules.ts'
import { mentionedInWords } from './mentions.ts'
import type { Group, QueryFilter, Sort } from './query.ts'
import { type Span, spanInWords } from './spans.ts'

/** Name of a person by id (`me` is "me" in a question and "you" in an answer), or of a department by key. */
export type NameOf = (id: string, of?: 'person' | 'department') => string

export const SORT_WORDS: Record<Sort, string> = {
  newest: 'newest',
  oldest: 'oldest',
  due: 'next due',
  overdue: 'most overdue',
  urgent: 'most urgent',
  slowest: 'slowest',
  fastest: 'fastest',
  finished: 'most recently completed',
  updated: 'most recently updated',
}

export const GROUP_WORDS: Record<Group, string> = {
  department: 'department',
  status: 'status',
  priority: 'priority',
  type: 'type',
  assignee: 'assignee',
  requester: 'requester',
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
}

export const STAGE_WORDS = {
  lead: 'time from creation to completion',
  review: 'time from creation to the start of work',
  work: 'time from the start of work to completion',
  age: 'age',
  delay: 'delay past the due date',
} as const

/** "open", "completed or rejected", "not completed": the shortest wording. */
export function statusInWords(status: readonly Status[]): string {
  if (areOpen(status)) return 'open'
  if (status.length <= STATUS_KEYS.length / 2) return status.map(statusWord).join(' or ')
  const others = STATUS_KEYS.filter((one) => !status.includes(one))
  return others.length === 0 ? 'all' : `not ${statusInWords(others)}`
}

/** Hyphenated before a noun. */
function statusWord(status: Status): string {
  return status.replaceAll('_', '-')
}

/** A filter as a noun phrase that the grammar parses back into the same filter: "open critical requests in Compliance". */
export function requestsInWords(filter: QueryFilter, nameOf: NameOf, count = 2): string {
  const { assignee, requester, search } = filter
  const isUnassigned = assignee?.length === 1 && assignee[0] === 'unassigned'
  const isAssigned = filter.notAssignee?.join() === 'unassigned'
  const parts = [
    isUnassigned && 'unassigned',
    filter.overdue === true &&
      filter.moreDaysOverdue === undefined &&
      filter.fewerDaysOverdue === undefined &&
      'overdue',
    filter.status && !isSaidByVerb(filter) && statusInWords(filter.status),
    filter.priority?.map((one) => PRIORITIES[one].toLowerCase()).join(' or '),
    filter.priority && filter.priority.join() !== 'critical' && 'priority',
    filter.type?.join(' or '),
    count === 1 ? 'request' : 'requests',
    filter.department && `in ${filter.department.map((one) => nameOf(one, 'department')).join(' or ')}`,
    requester && `submitted by ${peopleInWords(requester, nameOf)}`,
    filter.notRequester && `not submitted by ${peopleInWords(filter.notRequester, nameOf)}`,
    !isUnassigned && assignee && `assigned to ${peopleInWords(assignee, nameOf)}`,
    isAssigned && 'assigned to somebody',
    !isAssigned && filter.notAssignee && `not assigned to ${peopleInWords(filter.notAssignee, nameOf)}`,
    filter.overdue === false && 'not overdue',
    ...DAY_LIMITS.flatMap(([key, verb]) => (filter[key] === undefined ? [] : [`${verb} ${daysOf(filter[key])}`])),
    ...timesOf(filter).map(({ verb, span }) => `${verb} ${spanInWords(span)}`),
    filter.late !== undefined && !hasTime(filter, 'completed') && verbOf('completed', filter),
    search !== undefined && `that ${count === 1 ? 'mentions' : 'mention'} ${mentionedInWords(search)}`,
  ]
  return parts.filter(Boolean).join(' ')
}

/** The verb already states the status: "requests completed in October" needs no "completed" before the noun. */
function isSaidByVerb(filter: QueryFilter): boolean {
  if (filter.status?.join() === 'completed') return filter.late !== undefined || hasTime(filter, 'completed')
  const isClosed = filter.status?.every((one) => one === 'rejected' || one === 'cancelled') === true
  return isClosed && hasTime(filter, 'closed')
}

function hasTime(filter: QueryFilter, wanted: Event): boolean {
  return timesOf(filter).some(({ event }) => event === wanted)
}

export function peopleInWords(ids: readonly string[], nameOf: NameOf): string {
  return ids.map((id) => (id === 'unassigned' ? 'nobody' : nameOf(id))).join(' or ')
}

/** Limits in days, with their wording. */
export const DAY_LIMITS = [
  ['moreDaysOverdue', 'overdue by more than'],
  ['fewerDaysOverdue', 'overdue by less than'],
  ['moreDaysTaken', 'that took more than'],
  ['fewerDaysTaken', 'that took less than'],
] as const

export function daysOf(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}

export const EVENTS = ['created', 'started', 'completed', 'closed', 'due', 'updated'] as const
export type Event = (typeof EVENTS)[number]

/** The time spans of a filter, each with its verb. */
export function timesOf(filter: QueryFilter): { event: Event; verb: string; span: Span }[] {
  return EVENTS.flatMap((event) => {
    const span = spanOf(filter, event)
    return span.from === undefined && span.to === undefined ? [] : [{ event, verb: verbOf(event, filter), span }]
  })
}

export function spanOf(filter: QueryFilter, event: Event): Span {
  return { from: filter[`${event}From`], to: filter[`${event}To`] }
}

/** "completed late", "rejected": rejected and cancelled requests share one closing time. */
export function verbOf(event: Event, { status, late }: QueryFilter): string {
  if (event === 'completed' && late !== undefined) return late ? 'completed late' : 'completed on time'
  if (event !== 'closed') return event
  return status?.length === 1 ? statusWord(status[0]!) : 'rejected or cancelled'
}
