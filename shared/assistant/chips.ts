import { mentionedInWords } from './mentions.ts'
import { DevelopmentType } from '../ai.ts'
import { PRIORITIES, PRIORITY_KEYS, STATUS_KEYS, STATUSES } from '../request-rules.ts'
import type { AssistantQuery, QueryFilter } from './query.ts'
import { spanInWords } from './spans.ts'
import {
  DAY_LIMITS,
  peopleInWords,
  daysOf,
  EVENTS,
  type Event,
  GROUP_WORDS,
  type NameOf,
  requestsInWords,
  SORT_WORDS,
  spanOf,
  STAGE_WORDS,
  statusInWords,
} from './words.ts'

/** One part of a query as shown, with the query without it and the queries it can be changed to. */
export interface Chip {
  key: string
  /** "Department" */
  name: string
  /** "Compliance or Operations" */
  value: string
  /** null if nothing would remain to ask */
  without: AssistantQuery | null
  others: { label: string; query: AssistantQuery }[]
}

const EVENT_NAMES: Record<Event, string> = {
  created: 'Created',
  started: 'Started',
  completed: 'Completed',
  closed: 'Closed',
  due: 'Due',
  updated: 'Updated',
}

/**
 * A query as chips, in the order of the sentence.
 * @param departments keys of the departments offered
 * @param people the people offered in place of a person
 */
export function chipsOf(
  query: AssistantQuery,
  nameOf: NameOf,
  departments: readonly string[],
  people: readonly { id: string }[] = [],
): Chip[] {
  return [
    ...measureChips(query),
    ...valueChips(query, nameOf, departments),
    ...peopleChips(query, nameOf, people),
    ...timeChips(query),
    ...orderChips(query, nameOf),
  ]
}

function withFilter(query: AssistantQuery, change: Partial<QueryFilter>): AssistantQuery {
  const filter = { ...query.filter, ...change }
  for (const key of Object.keys(filter) as (keyof QueryFilter)[]) if (filter[key] === undefined) delete filter[key]
  return { ...query, filter }
}

function without<K extends keyof AssistantQuery>(query: AssistantQuery, ...keys: K[]): AssistantQuery {
  const left = { ...query }
  for (const key of keys) delete left[key]
  return left
}

function measureChips(query: AssistantQuery): Chip[] {
  const { measure, stage = 'lead', statistic = 'median' } = query
  if (measure !== 'duration') return []
  const others = (Object.keys(STAGE_WORDS) as (keyof typeof STAGE_WORDS)[])
    .filter((one) => one !== stage)
    .map((one) => ({ label: STAGE_WORDS[one], query: { ...query, stage: one } }))
  const other = statistic === 'median' ? 'average' : 'median'
  return [
    { key: 'stage', name: 'Measure', value: STAGE_WORDS[stage], without: null, others },
    {
      key: 'statistic',
      name: 'As',
      value: statistic,
      without: null,
      others: [{ label: other, query: { ...query, statistic: other } }],
    },
  ]
}

/** Fields with few values: each value can be replaced by any other. */
function valueChips(query: AssistantQuery, nameOf: NameOf, departments: readonly string[]): Chip[] {
  const { status, priority, department, type } = query.filter
  const chip = <T extends string>(
    key: 'status' | 'priority' | 'department',
    all: readonly T[],
    words: Record<T, string>,
    name: string,
    value: string,
  ): Chip => ({
    key,
    name,
    value,
    without: withFilter(query, { [key]: undefined }),
    others: all
      .filter((one) => query.filter[key]?.join() !== one)
      .map((one) => ({ label: words[one], query: withFilter(query, { [key]: [one] }) })),
  })
  const flags: Chip[] = (['overdue', 'late'] as const).flatMap((key) => {
    const is = query.filter[key]
    if (is === undefined) return []
    const words = key === 'overdue' ? ['overdue', 'not overdue'] : ['completed late', 'completed on time']
    const change = { [key]: !is, moreDaysOverdue: undefined, fewerDaysOverdue: undefined }
    const others = [{ label: words[is ? 1 : 0]!, query: withFilter(query, change) }]
    return [
      {
        key,
        name: 'Due date',
        value: words[is ? 0 : 1]!,
        without: withFilter(query, { ...change, [key]: undefined }),
        others,
      },
    ]
  })
  return [
    ...(status ? [chip('status', STATUS_KEYS, STATUSES, 'Status', statusInWords(status))] : []),
    ...(priority
      ? [chip('priority', PRIORITY_KEYS, PRIORITIES, 'Priority', priority.map((one) => PRIORITIES[one]).join(' or '))]
      : []),
    ...(department
      ? [
          chip(
            'department',
            departments,
            Object.fromEntries(departments.map((one) => [one, nameOf(one, 'department')])),
            'Department',
            department.map((one) => nameOf(one, 'department')).join(' or '),
          ),
        ]
      : []),
    ...(type
      ? [
          {
            key: 'type',
            name: 'Type',
            value: type.join(' or '),
            without: withFilter(query, { type: undefined }),
            others: DevelopmentType.options
              .filter((one) => type.join() !== one)
              .map((one) => ({ label: one, query: withFilter(query, { type: [one] }) })),
          },
        ]
      : []),
    ...flags,
    ...dayChips(query),
  ]
}

const USUAL_DAYS = [3, 7, 14, 30, 60, 90]

function dayChips(query: AssistantQuery): Chip[] {
  return DAY_LIMITS.flatMap(([key, verb]) => {
    const days = query.filter[key]
    if (days === undefined) return []
    const valueOf = (count: number) => `${verb.replace('that ', '')} ${daysOf(count)}`
    const others = USUAL_DAYS.filter((one) => one !== days).map((one) => ({
      label: valueOf(one),
      query: withFilter(query, { [key]: one }),
    }))
    return [{ key, name: 'Days', value: valueOf(days), without: withFilter(query, { [key]: undefined }), others }]
  })
}

/** A longer list of names is too long to scan. */
const MAX_PEOPLE = 40

const PEOPLE = [
  ['assignee', 'Assigned to', false],
  ['notAssignee', 'Assigned to', true],
  ['requester', 'Submitted by', false],
  ['notRequester', 'Submitted by', true],
] as const

function peopleChips(query: AssistantQuery, nameOf: NameOf, people: readonly { id: string }[]): Chip[] {
  return PEOPLE.flatMap(([key, name, isNot]) => {
    const ids = query.filter[key]
    if (!ids) return []
    const names = peopleInWords(ids, nameOf)
    const other = key === 'assignee' ? 'requester' : 'assignee'
    const canSwap = !isNot && !ids.includes('unassigned')
    const swapped = withFilter(query, { [key]: undefined, [other]: ids })
    const roles = canSwap
      ? [{ label: `${other === 'requester' ? 'submitted by' : 'assigned to'} ${names}`, query: swapped }]
      : []
    const persons = people
      .filter(({ id }) => ids.join() !== id)
      .slice(0, MAX_PEOPLE)
      .map(({ id }) => ({ label: `${isNot ? 'not ' : ''}${nameOf(id)}`, query: withFilter(query, { [key]: [id] }) }))
    const others = [...roles, ...persons]
    return [
      { key, name, value: `${isNot ? 'not ' : ''}${names}`, without: withFilter(query, { [key]: undefined }), others },
    ]
  })
}

function timeChips(query: AssistantQuery): Chip[] {
  const times = EVENTS.flatMap((event) => {
    const span = spanOf(query.filter, event)
    if (span.from === undefined && span.to === undefined) return []
    const gone = { [`${event}From`]: undefined, [`${event}To`]: undefined }
    const others = EVENTS.filter((one) => one !== event && one !== 'updated' && one !== 'closed').map((one) => ({
      label: `${EVENT_NAMES[one].toLowerCase()} ${spanInWords(span)}`,
      query: withFilter(query, { ...gone, [`${one}From`]: span.from, [`${one}To`]: span.to }),
    }))
    return [
      { key: event, name: EVENT_NAMES[event], value: spanInWords(span), without: withFilter(query, gone), others },
    ]
  })
  const { search } = query.filter
  if (search === undefined) return times
  return [
    ...times,
    {
      key: 'search',
      name: 'Mentions',
      value: mentionedInWords(search),
      without: withFilter(query, { search: undefined }),
      others: [],
    },
  ]
}

const GROUPS = ['department', 'status', 'priority', 'type', 'assignee', 'requester', 'week', 'month'] as const

function orderChips(query: AssistantQuery, nameOf: NameOf): Chip[] {
  const { group, sort, limit, compare } = query
  const chips: Chip[] = []
  if (group) {
    // A share refers to the requests of a group; durations have none.
    const groups = query.measure === 'share' ? GROUPS.slice(0, -2) : GROUPS
    const others = groups
      .filter((one) => one !== group)
      .map((one) => ({
        label: GROUP_WORDS[one],
        query: { ...query, group: one },
      }))
    chips.push({
      key: 'group',
      name: 'By',
      value: GROUP_WORDS[group],
      without: without(query, 'group', 'order', 'limit'),
      others,
    })
  }
  if (sort) {
    const others = (Object.keys(SORT_WORDS) as (keyof typeof SORT_WORDS)[])
      .filter((one) => one !== sort)
      .map((one) => ({ label: SORT_WORDS[one], query: { ...query, sort: one } }))
    chips.push({ key: 'sort', name: 'Order', value: SORT_WORDS[sort], without: without(query, 'sort'), others })
  }
  if (limit) {
    const others = [3, 5, 10, 20]
      .filter((one) => one !== limit)
      .map((one) => ({ label: `${one}`, query: { ...query, limit: one } }))
    chips.push({ key: 'limit', name: 'At most', value: `${limit}`, without: without(query, 'limit'), others })
  }
  if (compare)
    chips.push({
      key: 'compare',
      name: 'Compare',
      value: compare.map((side) => requestsInWords(side, nameOf)).join(' with '),
      without: without(query, 'compare'),
      others: [],
    })
  return chips
}
