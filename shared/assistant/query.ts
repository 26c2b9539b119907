import { z } from 'zod'
import { DevelopmentType } from '../ai.ts'
import { Department, MOST_DEPARTMENTS, Priority, Status } from '../requests.ts'
import { INVALID_DATE, isCalendarDate, LIMITS, reference, requiredText } from '../text.ts'

/** `count` and `list` tell of the same rows; `flow` is what came in beside what was completed. */
export const Measure = z.enum(['count', 'list', 'share', 'flow', 'duration'])
export type Measure = z.infer<typeof Measure>

/** Of a duration: created to completed, created to started, started to completed, created to now while open, due date to today or to completion. */
export const Stage = z.enum(['lead', 'review', 'work', 'age', 'delay'])
export type Stage = z.infer<typeof Stage>
export const Statistic = z.enum(['median', 'average'])
export type Statistic = z.infer<typeof Statistic>

export const Group = z.enum([
  'department',
  'status',
  'priority',
  'type',
  'assignee',
  'requester',
  'day',
  'week',
  'month',
  'quarter',
  'year',
])
export type Group = z.infer<typeof Group>

/** Of a list of requests. `slowest` and `fastest` go by the time from creation to completion. */
export const Sort = z.enum([
  'newest',
  'oldest',
  'due',
  'overdue',
  'urgent',
  'slowest',
  'fastest',
  'finished',
  'updated',
])
export type Sort = z.infer<typeof Sort>

const date = z.string().refine(isCalendarDate, INVALID_DATE).optional()
const days = z.int().min(0).max(3650).optional()
const people = z.array(reference()).min(1).max(20).optional()

/**
 * Which requests are meant. Values of one field are alternatives, fields narrow one another. People are ids, `me` and, for the
 * assignee, `unassigned`. Days are the office's, both ends included.
 */
export const QueryFilter = z.strictObject({
  status: z.array(Status).min(1).max(5).optional(),
  priority: z.array(Priority).min(1).max(4).optional(),
  department: z.array(Department).min(1).max(MOST_DEPARTMENTS).optional(),
  type: z.array(DevelopmentType).min(1).max(7).optional(),
  assignee: people,
  notAssignee: people,
  requester: people,
  notRequester: people,
  /** open and past its due date; false: anything else */
  overdue: z.boolean().optional(),
  moreDaysOverdue: days,
  fewerDaysOverdue: days,
  /** completed after its due date; false: completed by then */
  late: z.boolean().optional(),
  /** completed, and from creation to completion */
  moreDaysTaken: days,
  fewerDaysTaken: days,
  dueFrom: date,
  dueTo: date,
  createdFrom: date,
  createdTo: date,
  startedFrom: date,
  startedTo: date,
  completedFrom: date,
  completedTo: date,
  /** rejected or cancelled on these days */
  closedFrom: date,
  closedTo: date,
  updatedFrom: date,
  updatedTo: date,
  /** words that the request mentions, in quotation marks a phrase (see mentions.ts) */
  search: requiredText('Which words?', LIMITS.search).optional(),
})
export type QueryFilter = z.infer<typeof QueryFilter>

/** What a question asks for: the same structure is read from words, shown as chips, changed by them and asked again. */
export const AssistantQuery = z.strictObject({
  measure: Measure,
  filter: QueryFilter,
  /** of a `share`: the requests of which `filter` is a part */
  of: QueryFilter.optional(),
  /** of a `duration` */
  stage: Stage.optional(),
  statistic: Statistic.optional(),
  group: Group.optional(),
  /** of the groups; times and values with an order of their own keep it when left out */
  order: z.enum(['most', 'fewest']).optional(),
  /** of a `list` */
  sort: Sort.optional(),
  /** so many rows or groups */
  limit: z.int().min(1).max(50).optional(),
  /** each narrows `filter` by itself, to be set beside the others */
  compare: z.array(QueryFilter).min(2).max(5).optional(),
})
export type AssistantQuery = z.infer<typeof AssistantQuery>

/** How a question was taken. */
export const Reading = z.object({
  /**
   * `answered`; `asked-back`: not sure, `choices` hold what may be meant; `refused`: understood, but not to be had here;
   * `unknown`: none of what can be asked
   */
  outcome: z.enum(['answered', 'asked-back', 'refused', 'unknown']),
  query: AssistantQuery.nullable(),
  /** names of the people in `query` */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  /** the office's day on which it was asked */
  today: z.string(),
  /** words of the question that the answer leaves out */
  leftOut: z.array(z.string()),
  /** misspelt words, and what was read instead */
  corrections: z.array(z.object({ typed: z.string(), read: z.string() })),
  /** complete questions, likeliest first; asked with `query` where there is one, else by their words */
  choices: z.array(z.object({ label: z.string(), query: AssistantQuery.nullable() })),
  /** of the sentence, where it isn't English */
  language: z.object({ lang: z.string(), dir: z.enum(['ltr', 'rtl']) }).nullable(),
})
export type Reading = z.infer<typeof Reading>
