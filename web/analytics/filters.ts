import { PRIORITIES, PRIORITY_KEYS, type Department, type Priority } from '../../shared/request-rules.ts'
import { DEVELOPMENT_TYPES, type DevelopmentType } from '../../shared/suggestion-rules.ts'
import { isCalendarDate } from '../../shared/text-rules.ts'
import { say } from '../../shared/texts/say.ts'
import { currentDepartments } from '../client/departments.ts'
import { officeToday } from '../ui/formats/dates.ts'
import { ONE_PERSON } from '../requests/common/list-filters.ts'
import { type Days, daysOfPreset, FIRST_PRESET, PRESETS, type Preset } from './periods.ts'

export type DayUnit = 'calendar' | 'working'

/** Filters of the screen, all of them in the URL. */
export interface Filters {
  /** a preset, or a custom range */
  period: Preset | Days
  department: Department[]
  priority: Priority[]
  type: DevelopmentType[]
  /** a person's id, or `unassigned` */
  assignee: string | null
  days: DayUnit
}

export const NO_FILTERS: Filters = {
  period: FIRST_PRESET,
  department: [],
  priority: [],
  type: [],
  assignee: null,
  days: 'calendar',
}

function several<T extends string>(text: string | null, known: readonly T[]): T[] {
  const values = new Set((text ?? '').split(','))
  return known.filter((value) => values.has(value))
}

/** Reads the filters from the URL; invalid values are ignored. */
export function readFilters(params: URLSearchParams): Filters {
  const assignee = params.get('assignee')
  return {
    period: readPeriod(params),
    department: several(params.get('department'), currentDepartments().keys),
    priority: several(params.get('priority'), PRIORITY_KEYS),
    type: several(params.get('type'), DEVELOPMENT_TYPES),
    assignee: assignee === null || assignee === '' ? null : assignee.slice(0, 100),
    days: params.get('days') === 'working' ? 'working' : 'calendar',
  }
}

/** A custom range needs both ends; the server validates it. */
function readPeriod(params: URLSearchParams): Filters['period'] {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  if (isCalendarDate(from) && isCalendarDate(to)) return { from, to }
  return PRESETS.find(({ value }) => value === params.get('period'))?.value ?? FIRST_PRESET
}

/** The URL parameters with some filters changed; those of a tab, a what-if or a dialog stay. */
export function withFilters(params: URLSearchParams, change: Partial<Filters>): URLSearchParams {
  const next = new URLSearchParams(params)
  const all = parametersOf({ ...readFilters(params), ...change })
  for (const [name, value] of Object.entries(all)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  // Other filters give another set of moves: restart on page 1.
  next.delete('moves')
  return next
}

function parametersOf({ period, days, ...filters }: Filters) {
  const isPreset = typeof period === 'string'
  return {
    period: isPreset && period !== FIRST_PRESET ? period : '',
    from: isPreset ? '' : period.from,
    to: isPreset ? '' : period.to,
    days: days === 'working' ? days : '',
    ...narrowing(filters),
  }
}

function narrowing({ department, priority, type, assignee }: Omit<Filters, 'period' | 'days'>) {
  return {
    department: department.join(','),
    priority: priority.join(','),
    type: type.join(','),
    assignee: assignee ?? '',
  }
}

export function daysOf({ period }: Filters, today = officeToday()): Days {
  return typeof period === 'string' ? daysOfPreset(period, today) : period
}

/** The query of all figures of a period, in a canonical order, so that equal filters share one cache entry. */
export function flowQuery(filters: Filters, today = officeToday()): string {
  return queryOf({ ...daysOf(filters, today), days: filters.days, ...narrowing(filters) })
}

/** The query of forecast and what-if: the request filters alone, without a period. */
export function requestsQuery(filters: Filters): string {
  return queryOf(narrowing(filters))
}

function queryOf(values: Record<string, string>): string {
  return String(new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')))
}

/** Whether any filter besides the period is set. */
export function isNarrowed({ department, priority, type, assignee }: Filters): boolean {
  return department.length + priority.length + type.length > 0 || assignee !== null
}

/**
 * The filters besides the period in words: "Department: Security", "Priority: High, Critical".
 * @param nameOf a person's name by id; undefined while the people are still being loaded
 */
export function filterWords(
  { department, priority, type, assignee }: Filters,
  nameOf: (id: string) => string | undefined,
): string[] {
  const nameOfAssignee = (id: string) => (id === 'unassigned' ? say('Unassigned') : (nameOf(id) ?? say(ONE_PERSON)))
  const chosen: [label: string, values: readonly string[]][] = [
    ['Department', department.map((key) => currentDepartments().filterNameOf(key))],
    ['Priority', priority.map((key) => PRIORITIES[key])],
    ['Development type', type],
    ['Assigned to', assignee === null ? [] : [nameOfAssignee(assignee)]],
  ]
  return chosen.filter(([, values]) => values.length > 0).map(([label, values]) => `${label}: ${values.join(', ')}`)
}

/** The part of the URL's query that is the filters', without an open tab or dialog. */
export function filtersPart(params: URLSearchParams): string {
  return String(withFilters(new URLSearchParams(), readFilters(params)))
}
