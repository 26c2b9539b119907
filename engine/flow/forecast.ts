import type { Forecast } from '../../shared/analytics/forecast.ts'
import { generator } from '../classifier/random.ts'
import { DayDraw, NEEDS, type Pace, paceOf, SAMPLE_DAYS, sampleOf, sumOf } from './pace.ts'
import { dateOfDay } from './office-time.ts'
import type { PanelInput } from './panel-input.ts'

const RUNS = 10_000
const MIN_RUNS = 1000
/** Maximum draws of one forecast: about fifty milliseconds. */
const MAX_DRAWS = 5_000_000
/** Five years; work finished later gets no date. */
const HORIZON_DAYS = 1826
const BARS = 60

const BACK_TESTS = 26
const BACK_TEST_DAYS = 28
const BACK_TEST_RUNS = 1000
/** Fewer back-tests say nothing about how often forecasts hold. */
const MIN_BACK_TESTS = 6

export interface ForecastWanted {
  /** number of requests; all open ones when left out */
  count?: number | undefined
  /** day */
  by?: number | undefined
  seed?: number
}

type ForecastFigures = Extract<Forecast, { kind: 'forecast' }>
type Parts = Record<'p50' | 'p70' | 'p85' | 'p95', number>
const PARTS = ['p50', 'p70', 'p85', 'p95'] as const

/**
 * Monte Carlo simulation: thousands of futures, each day of which closes as many requests as a random day of the last twelve
 * weeks. The days are drawn independently, so a trend is not modelled: the back-test shows what that costs.
 */
export function forecastOf(input: PanelInput, { count, by, seed = 1 }: ForecastWanted): WithoutTime<Forecast> {
  const { today, subsets, facts } = input
  const known = paceOf(input, { from: today - SAMPLE_DAYS - BACK_TEST_DAYS - 7 * BACK_TESTS, to: today - 1 })
  const sample = sampleOf(known, today - SAMPLE_DAYS, today - 1)
  if (!sample) return tooLittle(known, today)
  const isWorking = (day: number) => facts.time.isWorking(day)
  const wanted = count ?? subsets.open.length
  const runs = runsFor(wanted, sample)
  const days = daysUntil(sample, { count: wanted, today, runs, seed, isWorking })
  const until = by ?? today + BACK_TEST_DAYS
  const totals = totalsWithin(sample, {
    from: today + 1,
    to: Math.min(until, today + HORIZON_DAYS),
    runs: MIN_RUNS * 2,
    seed,
    isWorking,
  })
  const dateAt = (part: number) => {
    const day = days[Math.max(0, Math.ceil(part * runs) - 1)]!
    return day > HORIZON_DAYS ? null : dateOfDay(today + day)
  }
  return {
    kind: 'forecast',
    runs,
    sample: { ...datesOf(sample), closed: sumOf(sample.closed) },
    count: wanted,
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

function runsFor(count: number, sample: Pace): number {
  const length = (count * sample.closed.length) / sumOf(sample.closed)
  return Math.round(Math.min(RUNS, Math.max(MIN_RUNS, MAX_DRAWS / Math.max(1, length))))
}

interface Drawing {
  runs: number
  seed: number
  isWorking: (day: number) => boolean
}

/** The number of days from today until `count` more are closed, in each run, sorted; beyond the horizon if not reached. */
function daysUntil(
  sample: Pace,
  { count, today, runs, seed, isWorking }: Drawing & { count: number; today: number },
): Uint16Array {
  const random = generator(seed)
  const draw = new DayDraw(sample)
  const working = Uint8Array.from({ length: HORIZON_DAYS + 1 }, (_, day) => Number(isWorking(today + day)))
  const days = new Uint16Array(runs)
  for (let run = 0; run < runs; run++) {
    let day = 0
    for (let left = count; left > 0 && day <= HORIZON_DAYS;) {
      day++
      const drawn = draw.draw(working[day] === 1, random)
      if (drawn >= 0) left -= sample.closed[drawn]!
    }
    days[run] = day
  }
  return days.sort()
}

/** The number closed within a range of days, in each run, sorted. */
function totalsWithin(
  sample: Pace,
  { from, to, runs, seed, isWorking }: Drawing & { from: number; to: number },
): Int32Array {
  const random = generator(seed)
  const draw = new DayDraw(sample)
  const totals = new Int32Array(runs)
  const working = Array.from({ length: Math.max(0, to - from + 1) }, (_, day) => isWorking(from + day))
  for (let run = 0; run < runs; run++) {
    for (const works of working) {
      const drawn = draw.draw(works, random)
      if (drawn >= 0) totals[run]! += sample.closed[drawn]!
    }
  }
  return totals.sort()
}

/** The counts that 50, 70, 85 and 95 per cent of the runs reach. */
function atLeast(sorted: Int32Array): Parts {
  const reached = (part: number) => sorted[Math.floor((1 - part) * sorted.length + 1e-9)]!
  return { p50: reached(0.5), p70: reached(0.7), p85: reached(0.85), p95: reached(0.95) }
}

function histogramOf(sorted: Uint16Array, today: number): ForecastFigures['histogram'] {
  const [first, last] = [sorted[0]!, sorted.at(-1)!]
  const daysWide = Math.ceil((last - first + 1) / BARS)
  const share = Array.from({ length: Math.floor((last - first) / daysWide) + 1 }, () => 0)
  for (const day of sorted) share[Math.floor((day - first) / daysWide)]! += 1 / sorted.length
  return { first: dateOfDay(today + first), daysWide, share: share.map((part) => Math.round(part * 1e5) / 1e5) }
}

/** Forecasts as they would have been made in the past, compared with what came; each uses only the days before its origin. */
function backTest(
  known: Pace,
  today: number,
  seed: number,
  isWorking: Drawing['isWorking'],
): ForecastFigures['backTest'] {
  const points: NonNullable<ForecastFigures['backTest']>['points'] = []
  const covered: Parts = { p50: 0, p70: 0, p85: 0, p95: 0 }
  for (let i = BACK_TESTS - 1; i >= 0; i--) {
    const origin = today - BACK_TEST_DAYS - 7 * i
    const sample = sampleOf(known, origin - SAMPLE_DAYS, origin - 1)
    if (!sample) continue
    const to = origin + BACK_TEST_DAYS - 1
    const predicted = atLeast(
      totalsWithin(sample, { from: origin, to, runs: BACK_TEST_RUNS, seed: seed + i, isWorking }),
    )
    const actual = sumOf(known.closed.subarray(origin - known.days.from, to - known.days.from + 1))
    for (const name of PARTS) if (actual >= predicted[name]) covered[name]++
    points.push({ day: dateOfDay(origin), p50: predicted.p50, p85: predicted.p85, p95: predicted.p95, actual })
  }
  return points.length < MIN_BACK_TESTS ? null : { forecasts: points.length, covered, points }
}
