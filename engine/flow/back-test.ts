import type { Forecast } from '../../shared/analytics/forecast.ts'
import { atLeast, type Drawing, type Parts, totalsWithin } from './closed-totals.ts'
import { dateOfDay } from './office-time.ts'
import { type Pace, SAMPLE_DAYS, sampleOf, sumOf } from './pace.ts'

type BackTest = Extract<Forecast, { kind: 'forecast' }>['backTest']

export const BACK_TESTS = 26
export const BACK_TEST_DAYS = 28
const BACK_TEST_RUNS = 1000
/** Fewer back-tests say nothing about how often forecasts hold. */
const MIN_BACK_TESTS = 6

const PARTS = ['p50', 'p70', 'p85', 'p95'] as const

/** Forecasts as they would have been made in the past, compared with what came; each uses only the days before its origin. */
export function backTest(known: Pace, today: number, seed: number, isWorking: Drawing['isWorking']): BackTest {
  const points: NonNullable<BackTest>['points'] = []
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
