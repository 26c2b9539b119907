import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { addDays } from '../../../shared/dates.ts'
import { phraseIn } from '../../../shared/assistant/mentions.ts'
import { fold } from '../../../shared/fold.ts'
import { isOpen, type Status, STATUS_KEYS } from '../../../shared/requests.ts'
import { escapeLike, secondsBetween } from '../../platform/database/dialect.ts'
import type { Db, Reader } from '../../platform/database/db.ts'
import { type Criteria, NO_CRITERIA } from '../../requests/list/criteria.ts'
import { conditions, source } from '../../requests/list/filters.ts'
import type { Scope } from '../../requests/visibility.ts'
import { commentsOf } from '../../requests/search/comments.ts'
import { withPeople } from '../../requests/search/people.ts'
import { type Search, parseSearch } from '../../requests/search/parse-search.ts'
import { localDay } from './local-day.ts'
import { timeConditions } from './time-conditions.ts'

/** The person who asks, and the time. */
export interface Viewer {
  id: string
  scope: Scope
  /** the office's day */
  today: string
  timeZone: string
}

/** SQL `from` and `where` for the requests that match a filter and are visible to the viewer. */
export interface Matching {
  from: RawBuilder<unknown>
  where: RawBuilder<SqlBool>
}

const OPEN: Status[] = STATUS_KEYS.filter(isOpen)

export async function matching(db: Db, viewer: Viewer, filter: QueryFilter): Promise<Matching> {
  const criteria: Criteria = {
    ...NO_CRITERIA,
    statuses: filter.status ?? null,
    departments: filter.department ?? null,
    priorities: filter.priority ?? null,
    scope: viewer.scope,
  }
  const phrase = filter.search === undefined ? null : phraseIn(filter.search)
  const search = filter.search === undefined ? null : await searchOf(db, phrase ?? filter.search)
  const all = [
    conditions(criteria, search),
    ...peopleConditions(filter, viewer.id),
    ...dueConditions(filter, viewer.today),
    ...timeConditions(filter, viewer.timeZone),
    ...typeConditions(filter),
    ...takenConditions(db.read, filter, viewer.timeZone),
    ...(phrase === null ? [] : [phraseCondition(phrase)]),
    // An empty search matches nothing.
    ...(filter.search !== undefined && search === null ? [sql<SqlBool>`1 = 0`] : []),
  ]
  return { from: source(db.read, criteria, search), where: sql.join(all, sql` and `) }
}

async function searchOf(db: Db, text: string): Promise<Search | null> {
  const search = await parseSearch(db, text)
  return search ? withPeople(db, search) : null
}

/** Words of a phrase that have to be adjacent: requests with more of them nearly always have them together. */
const MAX_PHRASE_WORDS = 3

/** The words are adjacent in one text, each as singular, plural or genitive: "brokers' portal" for "broker portal". */
function phraseCondition(phrase: string): RawBuilder<SqlBool> {
  const words = fold(phrase).split(/\s+/u).filter(Boolean).slice(0, MAX_PHRASE_WORDS).map(escapeLike)
  const patterns = words.reduce<string[]>(
    (some, word) => (some.length === 0 ? [word] : some.flatMap((one) => GAPS.map((gap) => `${one}${gap}${word}`))),
    [],
  )
  const within = (...texts: string[]) => {
    const likes = texts.flatMap((text) =>
      patterns.map((pattern) => sql`${sql.ref(text)} like ${`%${pattern}%`} escape '\\'`),
    )
    return sql.join(likes, sql` or `)
  }
  return sql`(exists (select 1 from search_documents as document
      where document.request_number = requests.number and (${within('document.title', 'document.description')}))
    or exists (select 1 from search_comments as said
      where ${commentsOf(sql`requests.number`, 'said')} and said.is_internal = 0 and (${within('said.text')})))`
}

const GAPS = [' ', 's ', "s' ", "'s ", '-']

function peopleConditions(filter: QueryFilter, me: string): RawBuilder<SqlBool>[] {
  const { assignee, notAssignee, requester, notRequester } = filter
  const ids = (people: string[]) => people.filter((one) => one !== 'unassigned').map((one) => (one === 'me' ? me : one))
  const isOneOf = (column: string, people: string[]): RawBuilder<SqlBool> => {
    const named = ids(people)
    const parts = [
      ...(named.length > 0 ? [sql<SqlBool>`${sql.ref(column)} in (${sql.join(named)})`] : []),
      ...(people.includes('unassigned') ? [sql<SqlBool>`${sql.ref(column)} is null`] : []),
    ]
    return sql`(${sql.join(parts, sql` or `)})`
  }
  const isNone = (column: string, people: string[]) =>
    sql<SqlBool>`not coalesce(${isOneOf(column, people)}, ${sql.raw('false')})`
  return [
    ...(assignee ? [isOneOf('requests.assigned_to_id', assignee)] : []),
    ...(notAssignee ? [isNone('requests.assigned_to_id', notAssignee)] : []),
    ...(requester ? [isOneOf('requests.requester_id', requester)] : []),
    ...(notRequester ? [isNone('requests.requester_id', notRequester)] : []),
  ]
}

function dueConditions(filter: QueryFilter, today: string): RawBuilder<SqlBool>[] {
  const { overdue, moreDaysOverdue, fewerDaysOverdue } = filter
  const isOverdue = sql<SqlBool>`(requests.status in (${sql.join(OPEN)}) and requests.due_date < ${today})`
  return [
    ...(overdue === true ? [isOverdue] : []),
    ...(overdue === false ? [sql<SqlBool>`not ${isOverdue}`] : []),
    ...(moreDaysOverdue === undefined ? [] : [sql<SqlBool>`requests.due_date < ${addDays(today, -moreDaysOverdue)}`]),
    ...(fewerDaysOverdue === undefined ? [] : [sql<SqlBool>`requests.due_date > ${addDays(today, -fewerDaysOverdue)}`]),
  ]
}

function typeConditions({ type }: QueryFilter): RawBuilder<SqlBool>[] {
  if (!type) return []
  return [
    sql`exists (select 1 from classifications as c where c.request_number = requests.number and c.development_type in (${sql.join(type)}))`,
  ]
}

function takenConditions(
  db: Reader,
  { late, moreDaysTaken, fewerDaysTaken }: QueryFilter,
  timeZone: string,
): RawBuilder<SqlBool>[] {
  const taken = secondsBetween(db, sql.ref('requests.created_at'), sql.ref('requests.completed_at'))
  const day = localDay(db, timeZone, sql.ref('requests.completed_at'))
  return [
    ...(late === true ? [sql<SqlBool>`${day} > requests.due_date`] : []),
    ...(late === false ? [sql<SqlBool>`${day} <= requests.due_date`] : []),
    ...(moreDaysTaken === undefined ? [] : [sql<SqlBool>`${taken} > ${moreDaysTaken * 86_400}`]),
    ...(fewerDaysTaken === undefined ? [] : [sql<SqlBool>`${taken} < ${fewerDaysTaken * 86_400}`]),
  ]
}
