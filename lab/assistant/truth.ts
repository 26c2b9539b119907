import { addDays, dateIn, mondayOf } from '../../shared/dates.ts'
import type { Asker, DataLabel, Fact, GroupBy, Measure, Where } from './labels.ts'
import { allGroups, groupOf, mean, measured, median } from './measures.ts'
import type { Office, Row } from './office.ts'
import { addMonths, isWithin } from './periods.ts'
import { requestOf } from './placeholders.ts'
import { type Reading, select, tiersOf } from './selection.ts'

/** The true answer, computed by plain loops over the office's rows, independently of the product's queries. */
export type Truth =
  | { kind: 'count'; value: number; ids: string[]; where: Where }
  /** ties in the order form one tier */
  | { kind: 'list'; tiers: string[][]; limit: number | null; isOrdered: boolean; where: Where }
  | { kind: 'ranking'; tiers: Tier[]; top: number; known: string[]; isDays: boolean }
  | { kind: 'groups'; counts: [string, number][]; unnamed: number }
  | { kind: 'days'; value: number; over: number }
  | { kind: 'comparison'; sides: { name: string[]; value: number }[]; isDays: boolean }
  /** oldest first, up to now; null where there was nothing to measure */
  | { kind: 'series'; values: (number | null)[]; atLeast: number; isDays: boolean }
  | { kind: 'share'; part: number; whole: number }
  | { kind: 'facts'; row: Row; facts: Fact[] }

export interface Tier {
  groups: string[]
  value: number
}

/** A reading, plus the kind of average and whether "fewest" includes groups without requests. */
interface View extends Reading {
  centre: (values: readonly number[]) => number
  seesNone: boolean
}

const MAX_SERIES_LENGTH = 15

/** One per usual reading of the question: any of them is right. */
export function truthsOf(office: Office, label: DataLabel, asker: Asker): Truth[] {
  const truths = [0, 1, 2].flatMap((variant) =>
    [mean, median].flatMap((centre) =>
      [true, false].map((seesNone) => truthOf(office, label, { asker, variant, centre, seesNone })),
    ),
  )
  return [...new Map(truths.map((truth) => [JSON.stringify(truth), truth])).values()]
}

function truthOf(office: Office, label: DataLabel, view: View): Truth {
  const chosen = (where: Where) => select(office, where, view)
  const value = (rows: readonly Row[], of: 'count' | Measure) =>
    of === 'count' ? rows.length : central(office, rows, of, view)
  switch (label.kind) {
    case 'count': {
      const rows = chosen(label.where)
      return { kind: 'count', value: rows.length, ids: rows.map(({ requestId }) => requestId), where: label.where }
    }
    case 'list':
      return listOf(office, label, chosen(label.where))
    case 'rank':
      return rankingOf(office, label, chosen(label.where), view)
    case 'group':
      return groupsOf(office, chosen(label.where), label.by)
    case 'average': {
      const rows = chosen(label.where).filter((row) => measured(office, row, label.of) !== null)
      return {
        kind: 'days',
        value: central(office, rows, label.of, label.centre ? { ...view, centre: median } : view),
        over: rows.length,
      }
    }
    case 'compare': {
      const sides = label.sides.map(({ name, where }) => ({ name, value: value(chosen(where), label.of) }))
      return { kind: 'comparison', sides, isDays: label.of !== 'count' }
    }
    case 'trend':
      return seriesOf(office, label, chosen(label.where), view)
    case 'share': {
      const whole = chosen(label.of)
      const part = new Set(chosen(label.where))
      return { kind: 'share', part: whole.filter((row) => part.has(row)).length, whole: whole.length }
    }
    case 'one':
      return { kind: 'facts', row: requestOf(office, label.request, view), facts: label.facts }
  }
}

/** NaN for no rows. */
function central(office: Office, rows: readonly Row[], of: Measure, { centre }: View): number {
  const values = rows.map((row) => measured(office, row, of)).filter((days) => days !== null)
  return values.length === 0 ? NaN : centre(values)
}

type Of<K extends DataLabel['kind']> = Extract<DataLabel, { kind: K }>

function listOf(office: Office, { order, limit, skip, where }: Of<'list'>, rows: readonly Row[]): Truth {
  const tiers = order ? tiersOf(office, rows, order) : rows.length > 0 ? [rows] : []
  const ids = tiers.map((tier) => tier.map(({ requestId }) => requestId))
  return { kind: 'list', tiers: ids.slice(skip ?? 0), limit: limit ?? null, isOrdered: order !== undefined, where }
}

/** The largest or smallest first; tied groups form one tier. Requests without a person are not a group. */
function rankingOf(office: Office, label: Of<'rank'>, rows: readonly Row[], view: View): Truth {
  const groups = groupedBy(office, rows, label.by)
  if (label.of === 'count' && view.seesNone) {
    for (const group of allGroups(office, label.by)) if (!groups.has(group)) groups.set(group, [])
  }
  const valued = [...groups]
    .filter(([group]) => group !== null)
    .map(([group, rows]) => ({
      group: group!,
      value: label.of === 'count' ? rows.length : central(office, rows, label.of, view),
    }))
    .filter(({ value }) => !Number.isNaN(value))
  const tiers = [...Map.groupBy(valued, ({ value }) => value)]
    .map(([value, members]) => ({ value, groups: members.map(({ group }) => group) }))
    .sort((a, b) => (label.most ? b.value - a.value : a.value - b.value))
  const known = [...new Set([...allGroups(office, label.by), ...valued.map(({ group }) => group)])]
  return { kind: 'ranking', tiers: tiers.slice(label.skip ?? 0), top: label.top, known, isDays: label.of !== 'count' }
}

function groupedBy(office: Office, rows: readonly Row[], by: GroupBy): Map<string | null, Row[]> {
  return Map.groupBy(rows, (row) => groupOf(office, row, by))
}

function groupsOf(office: Office, rows: readonly Row[], by: GroupBy): Truth {
  const groups = [...groupedBy(office, rows, by)]
  const counts = groups.flatMap(([group, { length }]): [string, number][] => (group === null ? [] : [[group, length]]))
  return { kind: 'groups', counts, unnamed: rows.length - counts.reduce((sum, [, count]) => sum + count, 0) }
}

function seriesOf(office: Office, label: Of<'trend'>, rows: readonly Row[], view: View): Truth {
  const starts = startsOf(office.today, label.by)
  const values = starts.map((from, i) => {
    const next = starts[i + 1]
    const within = rows.filter((row) => {
      const instant = label.event === 'created' ? row.createdAt : row.completedAt
      const date = instant && dateIn(office.timeZone, new Date(instant))
      return isWithin(date, { from, to: next && addDays(next, -1) })
    })
    if (!label.of) return within.length
    return within.length === 0 ? null : central(office, within, label.of, view)
  })
  return { kind: 'series', values, atLeast: Math.max(label.last - 1, 2), isDays: label.of !== undefined }
}

/** The first days of the latest months or weeks, the current one last. */
function startsOf(today: string, by: 'month' | 'week'): string[] {
  const current = by === 'month' ? `${today.slice(0, 7)}-01` : mondayOf(today)
  const back = (count: number) => (by === 'month' ? addMonths(current, -count) : addDays(current, -7 * count))
  return Array.from({ length: MAX_SERIES_LENGTH }, (_, i) => back(MAX_SERIES_LENGTH - 1 - i))
}
