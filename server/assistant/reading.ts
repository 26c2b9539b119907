import { addDays, longDate, mondayOf } from '../../shared/dates.ts'
import { fold } from '../../shared/fold.ts'
import {
  type Department,
  DEPARTMENTS,
  type Priority,
  type RequestListQuery,
  type Status,
} from '../../shared/requests.ts'

/** What a question says besides its intent. Words only choose among what the asker may see: they never carry out anything. */
export interface Reading {
  /** RFD numbers, in the order named */
  numbers: string[]
  filter: RequestListQuery
  /** days, both included, in the order named */
  periods: Period[]
  groupBy: 'department' | 'status' | 'priority' | 'person' | null
  isMine: boolean
  /** may be about the one request spoken of before: "who works on it?" */
  isFollowUp: boolean
  /** narrows the list spoken of before: "and the critical ones?" */
  narrows: boolean
}

export interface Period {
  name: string
  from: string
  to: string
}

const STATUS_WORDS: [RegExp, Status[]][] = [
  [/\b(open|unfinished|not finished|active)\b/, ['pending', 'in_progress']],
  [/\b(pending|waiting for review|in review|unreviewed)\b/, ['pending']],
  [/\bin progress\b|\bbeing worked on\b/, ['in_progress']],
  [/\b(completed?|finished|done|closed)\b/, ['completed']],
  [/\b(rejected|reject|refused|declined)\b/, ['rejected']],
  [/\b(cancelled|canceled|withdrawn)\b/, ['cancelled']],
]
const PRIORITY_WORDS: [RegExp, Priority][] = [
  [/\bcritical\b/, 'critical'],
  [/\bhigh(est)?( priority)?\b/, 'high'],
  [/\bmedium\b/, 'medium'],
  [/\blow(est)? priority\b|\blow ones\b/, 'low'],
]
const DEPARTMENT_WORDS: [RegExp, Department][] = [
  [/\bit development\b|\bthe it (department|unit|team)\b|\bin it\b/, 'it'],
  [/\bdata management\b|\bin data\b|\bdata unit\b/, 'data'],
  [/\bcyber ?security\b|\bin security\b/, 'security'],
  [/\boperations\b/, 'operations'],
  [/\bcompliance\b/, 'compliance'],
]
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** @param today the office's calendar date */
export function read(question: string, today: string): Reading {
  const text = fold(question).replace(/[’']/g, "'")
  const numbers = [...text.matchAll(/\brfd-\d{4}-\d{1,9}\b/g)].map(([number]) => number.toUpperCase())
  const periods = periodsIn(text, today)
  const isOverdue = /\b(overdue|late|past (its|their|the) due|behind schedule|missed)\b/.test(text)
  const filter: RequestListQuery = {}
  const statuses = STATUS_WORDS.filter(([words]) => words.test(text)).flatMap(([, found]) => found)
  if (statuses.length > 0 && !isOverdue) filter.status = [...new Set(statuses)]
  const priorities = PRIORITY_WORDS.filter(([words]) => words.test(text)).map(([, found]) => found)
  if (priorities.length > 0) filter.priority = priorities
  const departments = DEPARTMENT_WORDS.filter(([words]) => words.test(text)).map(([, found]) => found)
  if (departments.length > 0) filter.department = departments
  if (isOverdue) filter.overdue = 'true'
  if (/\bunassigned\b|\bnobody\b|\bwithout an assignee\b/.test(text)) filter.assignedTo = 'unassigned'
  const [period] = periods
  if (period && /\bdue\b/.test(text) && !isOverdue) Object.assign(filter, { dueFrom: period.from, dueTo: period.to })
  else if (period && !isOverdue) Object.assign(filter, within(period, filter.status))
  return {
    numbers,
    filter,
    periods,
    groupBy: groupIn(text),
    isMine: /\b(my|mine|i|me)\b/.test(text.replace(/\b(show|tell|give|send|let) me\b/g, '')),
    isFollowUp: /^(and|why)\b|\b(it|its|that one|this one)\b/.test(text),
    narrows:
      /^(and|what about|how about|only|which (of them|of those|of these|ones)|how many of (them|those|these))\b|\b(of them|of those|of these)\b/.test(
        text,
      ),
  }
}

/** The days as the filter of the list: of finishing when only finished requests are meant, else of coming in. */
export function within({ from, to }: Period, statuses?: Status[]): RequestListQuery {
  const isFinished = statuses?.length === 1 && statuses[0] === 'completed'
  return isFinished ? { completedFrom: from, completedTo: to } : { createdFrom: from, createdTo: to }
}

function groupIn(text: string): Reading['groupBy'] {
  if (/\b(by|per|each|which|what|across|rank|ranking of|of the) (the )?(department|unit|team)s?\b/.test(text))
    return 'department'
  if (/\b(by|per|each) status(es)?\b/.test(text)) return 'status'
  if (/\b(by|per|each) priorit(y|ies)\b/.test(text)) return 'priority'
  return /\b(who has|per person|by person|by assignee|per assignee|colleagues)\b/.test(text) ? 'person' : null
}

function periodsIn(text: string, today: string): Period[] {
  const found: (Period & { at: number })[] = []
  const add = (words: RegExp, period: Period) => {
    const at = text.search(words)
    if (at >= 0) found.push({ ...period, at })
  }
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7)) - 1
  const monday = mondayOf(today)
  add(/\btoday\b/, { name: 'today', from: today, to: today })
  add(/\byesterday\b/, { name: 'yesterday', from: addDays(today, -1), to: addDays(today, -1) })
  add(/\bthis week\b/, { name: 'this week', from: monday, to: addDays(monday, 6) })
  add(/\b(last|previous) week\b/, { name: 'last week', from: addDays(monday, -7), to: addDays(monday, -1) })
  add(/\bthis month\b/, { name: 'this month', ...monthOf(year, month) })
  add(/\b(last|previous) month\b/, { name: 'last month', ...monthOf(year, month - 1) })
  const quarter = Math.floor(month / 3) * 3
  add(/\bthis quarter\b/, { name: 'this quarter', ...monthsOf(year, quarter, 3) })
  add(/\b(last|previous) (quarter|one)\b/, { name: 'last quarter', ...monthsOf(year, quarter - 3, 3) })
  const recent = /\b(?:last|past) (\d{1,3}) (day|week)s\b/.exec(text)
  if (recent) {
    const days = Number(recent[1]) * (recent[2] === 'week' ? 7 : 1)
    add(/\b(last|past) \d{1,3} (day|week)s\b/, {
      name: `the last ${recent[1]} ${recent[2]}s`,
      from: addDays(today, 1 - days),
      to: today,
    })
  }
  add(/\bthis year\b/, { name: 'this year', from: `${year}-01-01`, to: `${year}-12-31` })
  add(/\b(last|previous) year\b/, { name: 'last year', from: `${year - 1}-01-01`, to: `${year - 1}-12-31` })
  MONTHS.forEach((name, m) => {
    // "may" is mostly a verb: as a month it follows a preposition.
    const words = name === 'may' ? /\b(in|with|and|of|compare) may\b/ : new RegExp(`\\b${name}\\b`)
    const title = `${name[0]!.toUpperCase()}${name.slice(1)}`
    add(words, { name: title, ...monthOf(m > month ? year - 1 : year, m) })
  })
  return found.sort((a, b) => a.at - b.at).map(({ name, from, to }) => ({ name, from, to }))
}

/** @param month 0 January; may be -1 */
function monthOf(year: number, month: number): { from: string; to: string } {
  return monthsOf(year, month, 1)
}

function monthsOf(year: number, month: number, count: number): { from: string; to: string } {
  const first = (at: number) => new Date(Date.UTC(year, at, 1)).toISOString().slice(0, 10)
  return { from: first(month), to: addDays(first(month + count), -1) }
}

/** The address of the list with a filter: what every figure links to. */
export function listAddress(filter: RequestListQuery): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value))
  return `/requests${query.size > 0 ? `?${query.toString().replaceAll('%2C', ',')}` : ''}`
}

/** A filter in words: "open critical requests in Compliance". */
export function inWords(
  filter: RequestListQuery,
  { isMine, count, person }: { isMine: boolean; count: number; person: string | null },
): string {
  const status =
    filter.status?.join() === 'pending,in_progress'
      ? 'open'
      : filter.status?.map((one) => (one === 'in_progress' ? 'in-progress' : one)).join(' or ')
  const parts = [
    filter.assignedTo === 'unassigned' && 'unassigned',
    filter.overdue && 'overdue',
    status,
    filter.priority?.join(' or '),
    count === 1 ? 'request' : 'requests',
    isMine && 'of yours',
    person && `assigned to ${person}`,
    filter.search && `that mention “${filter.search}”`,
    filter.department && `in ${filter.department.map((name) => DEPARTMENTS[name]).join(' or ')}`,
    filter.createdFrom && `that came in ${span(filter.createdFrom, filter.createdTo)}`,
    filter.completedFrom && `finished ${span(filter.completedFrom, filter.completedTo)}`,
    filter.dueFrom && `due ${span(filter.dueFrom, filter.dueTo)}`,
  ]
  return parts.filter(Boolean).join(' ')
}

function span(from: string, to = from): string {
  return from === to ? `on ${longDate(from)}` : `from ${longDate(from)} to ${longDate(to)}`
}
