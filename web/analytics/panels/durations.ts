import type { Flow } from '../../../shared/analytics/flow.ts'
import type { Scatter } from '../../../shared/analytics/figures.ts'
import { addDays } from '../../../shared/dates.ts'
import type { ChartData, DataRow } from '../../ui/charts/chart-data.ts'
import type { Mark, MarkLink } from '../../ui/charts/marks.ts'
import type { ReferenceLine } from '../../ui/charts/reference-lines.tsx'
import type { ScatterData } from '../../ui/charts/scatter.ts'
import { dateWords } from '../../ui/formats/dates.ts'
import { periodWords } from '../../ui/formats/periods.ts'
import { withParameters } from '../rows-with.ts'
import { changeInDays, dayFigure, requestsWords } from '../words.ts'
import { durationWords, rangeWords, unitHead, unitWords } from './words.ts'

export type Measure = 'lead' | 'cycle'
type Durations = Flow['lead']

export function durationsFinding(
  measure: Measure,
  { percentiles, count: requests }: Durations,
  days: Flow['days'],
): string {
  if (!percentiles) return 'No request was finished in this period'
  const half = durationWords(percentiles.p50, days)
  if (requests === 1) return `The only finished request took ${half}`
  return measure === 'cycle'
    ? `Half of all requests finish within ${half}`
    : `Half of all requests are finished within ${half} of being created`
}

/** What screen readers say of the whole chart. */
export function durationsSummary(durations: Durations, days: Flow['days']): string {
  const { percentiles, count: requests, before } = durations
  if (!percentiles) return 'No finished requests.'
  const lines = LINES.map(({ share, key }) => `${share}% within ${dayFigure(percentiles[key])}`).join(', ')
  const past = before.percentiles
    ? ` In the period before, half finished within ${durationWords(before.percentiles.p50, days)}.`
    : ''
  return `${requestsWords(requests)} finished: ${lines} ${unitWords(days)}.${past}`
}

const LINES = [
  { share: 50, key: 'p50' },
  { share: 70, key: 'p70' },
  { share: 85, key: 'p85' },
  { share: 95, key: 'p95' },
] as const

export function durationLines({ percentiles }: Durations): ReferenceLine[] {
  if (!percentiles) return []
  return LINES.map(({ share, key }) => ({ share, value: percentiles[key], label: durationWords(percentiles[key]) }))
}

export function scatterData(scatter: Scatter): ScatterData {
  if (scatter.kind === 'points') {
    return { kind: 'points', marks: scatter.day.map((day, index) => ({ day, value: scatter.value[index]!, count: 1 })) }
  }
  const { day: days, value, count, daysWide, high } = scatter
  const marks = days.map((day, index) => ({ day, value: value[index]!, count: count[index]! }))
  return { kind: 'density', marks, daysWide, high }
}

/** Number of requests above the 95th percentile; null for a density, whose cells do not allow an exact count. */
export function slowCount({ percentiles, scatter }: Durations): number | null {
  if (scatter.kind === 'density') return null
  return scatter.value.filter((value) => value > (percentiles?.p95 ?? Infinity)).length
}

interface Links {
  request: (id: string) => MarkLink
  rows: (rows: string) => string
}

/** Words and link of a point or a cell. */
export function durationMark(
  { scatter, rows }: Durations,
  { period, days: unit }: Pick<Flow, 'period' | 'days'>,
  links: Links,
): (index: number) => Omit<Mark, 'x' | 'y' | 'box'> {
  return (index) => {
    const day = scatter.day[index] ?? 0
    const value = scatter.value[index] ?? 0
    if (scatter.kind === 'points') {
      const id = scatter.requestId[index] ?? ''
      const [took, finished] = [durationWords(value, unit), `finished ${dateWords(addDays(period.from, day))}`]
      return { name: `${id}: ${took}, ${finished}`, title: id, lines: [took, finished], link: links.request(id) }
    }
    const cell = cellOf(scatter, index, period)
    const title = requestsWords(scatter.count[index] ?? 0)
    const lines = [rangeWords(value, cell.max, unit), `finished ${cell.days}`]
    const behind = withParameters(rows, {
      from: cell.from,
      to: cell.to,
      max: cell.max,
      ...(value > 0 && { min: value }),
    })
    return { name: `${title}: ${lines.join(', ')}`, title, lines, link: { to: links.rows(behind) } }
  }
}

type Density = Extract<Scatter, { kind: 'density' }>

function cellOf({ day, value, daysWide, high }: Density, index: number, period: Flow['period']) {
  const from = addDays(period.from, day[index] ?? 0)
  const last = addDays(period.from, (day[index] ?? 0) + daysWide - 1)
  const to = last < period.to ? last : period.to
  const least = value[index] ?? 0
  const max = Math.round((least + high) * 100) / 100
  return { from, to, least, max, days: periodWords(from, to) }
}

/** The slowest requests first; cells by their time, the latest first. */
export function durationsTable(
  { scatter }: Durations,
  { period, days: unit }: Pick<Flow, 'period' | 'days'>,
  { request }: Links,
): ChartData {
  const amount = unitHead(unit)
  const order = scatter.day.map((_, index) => index)
  if (scatter.kind === 'points') {
    order.sort((a, b) => scatter.value[b]! - scatter.value[a]!)
    const rows = order.map((index): DataRow => ({
      cells: [scatter.requestId[index]!, addDays(period.from, scatter.day[index]!), scatter.value[index]!],
      link: request(scatter.requestId[index]!),
    }))
    return { head: ['Request', 'Finished on', amount], rows }
  }
  order.sort((a, b) => scatter.day[b]! - scatter.day[a]! || scatter.value[a]! - scatter.value[b]!)
  const rows = order.map((index): DataRow => {
    const cell = cellOf(scatter, index, period)
    return { cells: [cell.days, cell.least, cell.max, scatter.count[index]!] }
  })
  return { head: ['Finished', `${amount} from`, 'To', 'Requests'], rows }
}

/** How the median compares with the period before; null where that would say more than the figures do. */
export function comparedWords({ percentiles, before, isSmall }: Durations): string | null {
  if (isSmall) return null
  const change = changeInDays(percentiles?.p50 ?? null, before.percentiles?.p50 ?? null)
  if (!change) return null
  return change.isUp === null ? 'As long as in the period before' : `${change.text} than in the period before`
}
