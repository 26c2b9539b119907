import type { Forecast } from '../../shared/analytics/forecast.ts'
import { generator } from '../classifier/random.ts'
import { backTest, BACK_TEST_DAYS, BACK_TESTS } from './back-test.ts'
import { atLeast, type Drawing, totalsWithin } from './closed-totals.ts'
import { dateOfDay } from './office-time.ts'
import { DayDraw, NEEDS, type Pace, paceOf, SAMPLE_DAYS, sampleOf, sumOf } from './pace.ts'
import type { PanelInput } from './panel-input.ts'

const RUNS = 10_000
const MIN_RUNS = 1000
/** Maximum draws of one forecast: about fifty milliseconds. */
const MAX_DRAWS = 5_000_000
/** Five years; work finished later gets no date. */
const HORIZON_DAYS = 1826
const BARS = 60

export interface ForecastOptions {
  /** number of requests; all open ones when left out */
  count?: number | undefined
  /** day */
  by?: number | undefined
  seed?: number
}

type ForecastFigures = Extract<Forecast, { kind: 'forecast' }>

/**
 * Monte Carlo simulation: thousands of futures, each day of which closes as many requests as a random day of the last twelve
 * weeks. The days are drawn independently, so a trend is not modelled: the back-test shows what that costs.
 */
export function forecastOf(input: PanelInput, { count, by, seed = 1 }: ForecastOptions): WithoutTime<Forecast> {
  const { today, subsets, facts } = input
  const known = paceOf(input, { from: today - SAMPLE_DAYS - BACK_TEST_DAYS - 7 * BACK_TESTS, to: today - 1 })
  const sample = sampleOf(known, today - SAMPLE_DAYS, today - 1)
  if (!sample) return tooLittle(known, today)
  const isWorking = (day: number) => facts.time.isWorking(day)
  const closures = count ?? subsets.open.length
  const days = daysUntilClosed(sample, { count: closures, today, seed, isWorking })
  const runs = days.length
  const until = by ?? today + BACK_TEST_DAYS
  const totals = totalsWithin(sample, {
    from: today + 1,
    to: Math.min(until, today + HORIZON_DAYS),
    runs: MIN_RUNS * 2,
    seed,
    isWorking,
  })
  const dateAt = (part: number) => dateReached(days, part, today)
  return {
    kind: 'forecast',
    runs,
    sample: { ...datesOf(sample), closed: sumOf(sample.closed) },
    count: closures,
    done: { p50: dateAt(0.5), p70: dateAt(0.7), p85: dateAt(0.85), p95: dateAt(0.95) },
    histogram: histogramOf(days, today),
    by: dateOfDay(until),
    doneBy: atLeast(totals),
    backTest: backTest(known, today, seed, isWorking),
    rows: input.rows({ mark: 'open' }),
  }
}

export type WithoutTime<T> = T extends unknown ? Omit<T, 'asOf'> : never

export function tooLittle(known: Pace, today: number) {
  const from = Math.max(0, today - SAMPLE_DAYS - known.days.from)
  const recent = known.closed.subarray(from)
  return { kind: 'too-little' as const, days: recent.length, closed: sumOf(recent), needs: NEEDS }
}

export function datesOf({ days }: Pace) {
  return { from: dateOfDay(days.from), to: dateOfDay(days.to) }
}

/** The day by which this part of the runs is done; null beyond the horizon. @param days sorted */
export function dateReached(days: Uint16Array, part: number, today: number): string | null {
  const day = days[Math.max(0, Math.ceil(part * days.length) - 1)]!
  return day > HORIZON_DAYS ? null : dateOfDay(today + day)
}

function runsFor(count: number, sample: Pace): number {
  const length = (count * sample.closed.length) / sumOf(sample.closed)
  return Math.round(Math.min(RUNS, Math.max(MIN_RUNS, MAX_DRAWS / Math.max(1, length))))
}

interface Closing extends Pick<Drawing, 'seed' | 'isWorking'> {
  count: number
  today: number
  /** factor on the closed requests of each day: 1 is the present pace */
  people?: number
}

/** The number of days from today until `count` more are closed, in each run, sorted; beyond the horizon if not reached. */
export function daysUntilClosed(sample: Pace, { count, today, seed, isWorking, people = 1 }: Closing): Uint16Array {
  const random = generator(seed)
  // Of its own, so that another pace draws the same days.
  const rounding = generator(seed + 1)
  const draw = new DayDraw(sample)
  const working = Uint8Array.from({ length: HORIZON_DAYS + 1 }, (_, day) => Number(isWorking(today + day)))
  const runs = people === 0 && count > 0 ? 1 : runsFor(count / (people || 1), sample)
  const days = new Uint16Array(runs)
  for (let run = 0; run < runs; run++) {
    let day = 0
    for (let left = count; left > 0 && day <= HORIZON_DAYS;) {
      day++
      const drawn = draw.draw(working[day] === 1, random)
      if (drawn < 0) continue
      const closed = sample.closed[drawn]!
      left -= people === 1 ? closed : Math.floor(closed * people + rounding())
    }
    days[run] = day
  }
  return days.sort()
}

function histogramOf(sorted: Uint16Array, today: number): ForecastFigures['histogram'] {
  const [first, last] = [sorted[0]!, sorted.at(-1)!]
  const daysWide = Math.ceil((last - first + 1) / BARS)
  const share = Array.from({ length: Math.floor((last - first) / daysWide) + 1 }, () => 0)
  for (const day of sorted) share[Math.floor((day - first) / daysWide)]! += 1 / sorted.length
  return { first: dateOfDay(today + first), daysWide, share: share.map((part) => Math.round(part * 1e5) / 1e5) }
}
