import { trainDurations } from '../engine/durations/duration-model.ts'
import { madeOffice, OFFICES, type OfficeName } from './made-office.ts'
import { replayOffice, type Train, type ReplayMetrics } from './office-replay.ts'
import { meanDifference, type Difference } from './paired.ts'

/** The duration estimator with one part left out or replaced by its plain form. */
const VARIANTS: Readonly<Record<string, Train>> = {
  'choice of the grouping, against kind and priority': (history, unit, now) =>
    trainDurations(history, unit, now, [0b011]),
  'choice of the grouping, against none': (history, unit, now) => trainDurations(history, unit, now, [0]),
  'adaptive levels, against plain quantiles': (history, unit, now) => ({
    ...trainDurations(history, unit, now),
    levels: {},
  }),
}

export interface DurationWorth {
  part: string
  office: string
  /** relative: 0.01 means one hundredth more with the part */
  medianError: Difference
  intervalScore: Difference
  /** distance of the coverage from 0.8: negative means better with the part */
  coverageError: Difference
  coverage: number
  trainMs: number
}

/** Compares each part of the duration estimator with its plain form on synthetic offices, one per seed. */
export function* ablateDurations(
  seeds: number,
  requests: number,
  names = Object.keys(OFFICES) as OfficeName[],
): Generator<DurationWorth> {
  for (const office of names) {
    const offices = Array.from({ length: seeds }, (_, seed) => madeOffice(office, requests, seed + 1))
    const lived = (train: Train): { held: ReplayMetrics[]; ms: number } => {
      const startedAt = performance.now()
      const held = offices.map(({ lives, end }) => replayOffice(lives, 'calendar', end, 0.2, train))
      return { held, ms: (performance.now() - startedAt) / seeds }
    }
    const whole = lived(trainDurations)
    for (const [part, train] of Object.entries(VARIANTS)) {
      const without = lived(train)
      const paired = (of: (held: ReplayMetrics, other: ReplayMetrics) => number) =>
        meanDifference(whole.held.map((held, i) => of(held, without.held[i]!)))
      yield {
        part,
        office,
        medianError: paired((held, other) => held.medianError / other.medianError - 1),
        intervalScore: paired((held, other) => held.intervalScore / other.intervalScore - 1),
        coverageError: paired((held, other) => Math.abs(held.coverage - 0.8) - Math.abs(other.coverage - 0.8)),
        coverage: whole.held.reduce((sum, { coverage }) => sum + coverage, 0) / seeds,
        trainMs: whole.ms - without.ms,
      }
    }
  }
}

export const DURATION_HEADER =
  '| part | office | median error | interval score | distance of coverage from 0.8 | coverage |\n| --- | --- | --- | --- | --- | --- |'

export function durationLine({ part, office, ...figures }: DurationWorth): string {
  const percent = ({ mean, standardError }: Difference) =>
    `${mean >= 0 ? '+' : ''}${(100 * mean).toFixed(1)} % ± ${(100 * standardError).toFixed(1)}`
  const { medianError, intervalScore, coverageError, coverage } = figures
  return `| ${[part, office, percent(medianError), percent(intervalScore), percent(coverageError), coverage.toFixed(3)].join(' | ')} |`
}
