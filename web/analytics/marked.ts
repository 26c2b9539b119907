import { MEASURE_WORDS, type RowsMeasure } from '../../shared/analytics/measures.ts'
import { type EventMark, isEventMark } from '../../shared/analytics/event-marks.ts'
import type { Mark } from '../../shared/analytics/rows.ts'
import { OPEN_STATUSES, type OpenStatus, STATUSES, STATUS_KEYS, statusWord } from '../../shared/request-rules.ts'
import { isCalendarDate } from '../../shared/text-rules.ts'
import { periodWords } from '../ui/formats/periods.ts'
import { dateWords } from '../ui/formats/dates.ts'
import { MARK_DEFINITIONS, MARK_WORDS } from './definitions.ts'
import { daysWords } from './words.ts'

/** Parameters of the query: the URL may also hold those of a dialog over the page. */
const ASKED = [
  'mark',
  'from',
  'to',
  'days',
  'status',
  'measure',
  'min',
  'max',
  'department',
  'priority',
  'type',
  'assignee',
] as const

export function questionIn(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    ASKED.flatMap((name): [string, string][] => {
      const value = params.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
}

export function measureIn(params: URLSearchParams): RowsMeasure | null {
  const measure = params.get('measure')
  return measure !== null && Object.hasOwn(MEASURE_WORDS, measure) ? (measure as RowsMeasure) : null
}

export const measureLabel = (measure: RowsMeasure): string => MEASURE_WORDS[measure]

function markIn(params: URLSearchParams): Mark {
  const mark = params.get('mark') ?? ''
  return Object.hasOwn(MARK_WORDS, mark) ? (mark as Mark) : 'all'
}

/** The event that each row stands for; null where rows are plain requests. */
export function eventIn(params: URLSearchParams): EventMark | null {
  const mark = markIn(params)
  return isEventMark(mark) ? mark : null
}

/** Title of a rows page: "Requests finished, 1–30 Nov 2026, cycle time above 34 days". */
export function titleOf(params: URLSearchParams): string {
  const mark = markIn(params)
  const statuses = (params.get('status') ?? '').split(',')
  const named = STATUS_KEYS.filter((status) => statuses.includes(status)).map((status) => STATUSES[status])
  return [MARK_WORDS[mark], ...(named.length > 0 ? [named.join(' or ')] : []), daysIn(params, mark), limitsIn(params)]
    .filter((part) => part !== '')
    .join(', ')
}

/** Marks about today have no period, and `at` has a single day. */
function daysIn(params: URLSearchParams, mark: Mark): string {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  if (mark === 'all' || mark === 'open' || mark === 'overdue' || !isCalendarDate(to)) return ''
  if (mark === 'at') return dateWords(to)
  return isCalendarDate(from) ? periodWords(from, to) : ''
}

function limitsIn(params: URLSearchParams): string {
  const measure = measureIn(params)
  const [min, max] = [Number(params.get('min') ?? Number.NaN), Number(params.get('max') ?? Number.NaN)]
  if (!measure || (Number.isNaN(min) && Number.isNaN(max))) return ''
  const name = MEASURE_WORDS[measure].toLowerCase()
  if (Number.isNaN(max)) return `${name} above ${daysWords(min)}`
  return Number.isNaN(min)
    ? `${name} up to ${daysWords(max)}`
    : `${name} above ${daysWords(min)}, up to ${daysWords(max)}`
}

function timeIn(status: OpenStatus): string {
  const never = status === 'in_progress' ? 'started' : statusWord(status)
  const without = status === 'pending' ? '' : `; requests that were never ${never} have none`
  return `${MEASURE_WORDS[status]}: all of it until the last completion, reopenings included${without}.`
}

const MEASURED: Record<RowsMeasure, string> = {
  lead: 'Lead time: from creation to the last completion.',
  cycle: 'Cycle time: from the first start of work to the last completion; requests that were never started have none.',
  age: 'Age: how long a request has been in its present status.',
  ...(Object.fromEntries(OPEN_STATUSES.map((status) => [status, timeIn(status)])) as Record<OpenStatus, string>),
  answer: 'First answer: from creation to the first change of status.',
}

export function definitionOf(params: URLSearchParams): string {
  const measure = measureIn(params)
  const unit = params.get('days') === 'working' ? ' Counted in working days.' : ''
  return MARK_DEFINITIONS[markIn(params)] + (measure ? ` ${MEASURED[measure]}${unit}` : '')
}
