import type { Forecast } from '../../../shared/analytics/forecast.ts'
import { addDays, longDate } from '../../../shared/dates.ts'
import type { ChartData } from '../../ui/charts/chart-data.ts'
import type { Mark } from '../../ui/charts/marks.ts'
import { isCalendarDate } from '../../../shared/text-rules.ts'
import { dateWords, officeToday } from '../../ui/formats/dates.ts'
import { periodWords } from '../../ui/formats/periods.ts'
import { count } from '../../ui/count.ts'
import { requestsWords } from '../words.ts'

export type ForecastFigures = Extract<Forecast, { kind: 'forecast' }>
type TooLittle = Extract<Forecast, { kind: 'too-little' }>

const LINES = [
  { share: 50, key: 'p50' },
  { share: 85, key: 'p85' },
  { share: 95, key: 'p95' },
] as const

/** "13 December", with the year when it is not the current one. */
function dayInWords(date: string, asOf: string): string {
  return date.slice(0, 4) === asOf.slice(0, 4) ? longDate(date).slice(0, -5) : longDate(date)
}

/** @param isAll it is about all open requests */
export function forecastFinding({ count: requests, done, asOf }: ForecastFigures, isAll: boolean): string {
  if (requests === 0) return 'No request is open'
  const which = isAll
    ? requests === 1
      ? 'The only open request'
      : `All ${count(requests)} open requests`
    : requestsWords(requests)
  const verb = requests === 1 ? 'is' : 'are'
  if (done.p85 === null) return `${which} may take longer than five years`
  return `${which} ${verb} likely finished by ${dayInWords(done.p85, asOf)}`
}

export function tooLittleWords({ days, closed, needs }: TooLittle): string {
  const history = days === 1 ? '1 day' : `${count(days)} days`
  return `A forecast needs ${count(needs.days)} days of history and ${count(needs.closed)} requests closed in the last twelve weeks. So far there are ${history} and ${requestsWords(closed)}.`
}

export function forecastLines({ done }: ForecastFigures) {
  return LINES.flatMap(({ share, key }) => {
    const date = done[key]
    return date === null ? [] : [{ share, date, label: dateWords(date, false) }]
  })
}

export function forecastSummary(forecast: ForecastFigures): string {
  const { count: requests, runs } = forecast
  const lines = LINES.map(({ share, key }) => {
    const date = forecast.done[key]
    return date === null ? `${share}%: not within five years` : `${share}% by ${dateWords(date)}`
  })
  return `${requestsWords(requests)} finished with ${lines.join(', ')}, of ${count(runs)} simulated futures.`
}

export const MAX_FORECAST_COUNT = 100_000
export const isCount = (text: string) =>
  /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_FORECAST_COUNT
/** A forecast needs a day in the future. */
export const isAhead = (day: string) => isCalendarDate(day) && day > officeToday()

/** Inputs of the forecast from the URL; empty for an invalid number or a day that is not in the future. */
export function askedIn(params: URLSearchParams): { count: string; by: string } {
  const [requests, by] = [params.get('count') ?? '', params.get('by') ?? '']
  return { count: isCount(requests) ? requests : '', by: isAhead(by) ? by : '' }
}

const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`

/** A share in per cent with one decimal, as a number. */
const tenths = (share: number) => Math.round(share * 1000) / 10

/** The first and last day of each bar, its share, and the share up to its end. */
function barsOf({ histogram: { first, daysWide, share } }: ForecastFigures) {
  let until = 0
  return share.map((part, index) => {
    until += part
    const from = addDays(first, index * daysWide)
    const to = addDays(first, (index + 1) * daysWide - 1)
    return { days: periodWords(from, to), part, until: Math.min(1, until) }
  })
}

export function barWords(forecast: ForecastFigures): (index: number) => Omit<Mark, 'x' | 'y' | 'box'> {
  const bars = barsOf(forecast)
  return (index) => {
    const { days = '', part = 0, until = 0 } = bars[index] ?? {}
    const lines = [`finished then: ${percent(part)}`, `by then: ${percent(until)}`]
    return { name: `${days}: ${lines.join(', ')}`, title: days, lines }
  }
}

export function forecastTable(forecast: ForecastFigures): ChartData {
  const rows = barsOf(forecast).map(({ days, part, until }) => ({ cells: [days, tenths(part), tenths(until)] }))
  return { head: ['Finished on', 'Probability in %', 'By then in %'], rows }
}
