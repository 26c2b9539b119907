import { z } from 'zod'
import { DevelopmentType } from '../ai.ts'
import { Department, MAX_DEPARTMENTS, Priority, Status } from '../requests.ts'
import { INVALID_DATE, isCalendarDate, LIMITS, reference, requiredLine } from '../text.ts'

/** `count` and `list` cover the same rows; `flow` compares arrivals with completions. */
export const Measure = z.enum(['count', 'list', 'share', 'flow', 'duration'])
export type Measure = z.infer<typeof Measure>

/**
 * `lead`: created to completed; `review`: created to started; `work`: started to completed; `age`: created to now while
 * open; `delay`: due date to today or to completion.
 */
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

/** Order of a list of requests. `slowest` and `fastest` sort by the time from creation to completion. */
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

export const MAX_COMPARED = 5

const date = z.string().refine(isCalendarDate, INVALID_DATE).optional()
const days = z.int().min(0).max(3650).optional()
const people = z.array(reference()).min(1).max(20).optional()

/**
 * Selects requests. Values of one field are alternatives (or), fields are combined (and). People are ids, `me` and, for
 * the assignee, `unassigned`. Days are in the office's time zone, both ends included.
 */
export const QueryFilter = z.strictObject({
  status: z.array(Status).min(1).max(5).optional(),
  priority: z.array(Priority).min(1).max(4).optional(),
  department: z.array(Department).min(1).max(MAX_DEPARTMENTS).optional(),
  type: z.array(DevelopmentType).min(1).max(7).optional(),
  assignee: people,
  notAssignee: people,
  requester: people,
  notRequester: people,
  /** open and past its due date; false: all others */
  overdue: z.boolean().optional(),
  moreDaysOverdue: days,
  fewerDaysOverdue: days,
  /** completed after its due date; false: completed by then */
  late: z.boolean().optional(),
  /** completed; days from creation to completion */
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
  /** day of rejection or cancellation */
  closedFrom: date,
  closedTo: date,
  updatedFrom: date,
  updatedTo: date,
  /** words that the request mentions; in quotation marks, a phrase (see mentions.ts) */
  search: requiredLine('Which words?', LIMITS.search).optional(),
})
export type QueryFilter = z.infer<typeof QueryFilter>

/** A question in structured form: parsed from words, shown as chips, edited there and run again. */
export const AssistantQuery = z.strictObject({
  measure: Measure,
  filter: QueryFilter,
  /** for `share`: the requests of which `filter` is a part */
  of: QueryFilter.optional(),
  /** for `duration` */
  stage: Stage.optional(),
  statistic: Statistic.optional(),
  group: Group.optional(),
  /** order of the groups; times and ordered values keep their natural order by default */
  order: z.enum(['most', 'fewest']).optional(),
  /** for `list` */
  sort: Sort.optional(),
  /** most rows or groups */
  limit: z.int().min(1).max(50).optional(),
  /** each is merged into `filter`, and the results are shown side by side */
  compare: z.array(QueryFilter).min(2).max(MAX_COMPARED).optional(),
})
export type AssistantQuery = z.infer<typeof AssistantQuery>

/** How a question was understood. */
export const Reading = z.object({
  /**
   * `answered`; `asked-back`: ambiguous, `choices` lists the candidates; `refused`: understood, but not available here;
   * `unknown`: not understood
   */
  outcome: z.enum(['answered', 'asked-back', 'refused', 'unknown']),
  query: AssistantQuery.nullable(),
  /** names of the people in `query` */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  /** the date of the question in the office's time zone */
  today: z.string(),
  /** words of the question that the answer ignores */
  leftOut: z.array(z.string()),
  /** misspelt words with their correction */
  corrections: z.array(z.object({ typed: z.string(), read: z.string() })),
  /** complete questions, likeliest first; run by `query` if present, otherwise by their text */
  choices: z.array(z.object({ label: z.string(), query: AssistantQuery.nullable() })),
  /** language of the question, if it isn't English */
  language: z.object({ lang: z.string(), dir: z.enum(['ltr', 'rtl']) }).nullable(),
})
export type Reading = z.infer<typeof Reading>
