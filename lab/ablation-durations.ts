import { DEFAULT_SAMPLING } from '../engine/durations/durations.ts'
import { trainDurations } from '../engine/durations/duration-model.ts'
import { madeOffice, PACES, type PaceName } from './made-office.ts'
import { PRODUCT, replayOffice, type Estimator, type Held } from './office-replay.ts'
import { meanDifference, type Difference } from './paired.ts'

/** Each part of the duration estimator left out or replaced by its plain form. */
const VARIANTS: Readonly<Record<string, Estimator>> = {
  'redistribution of open requests': { ...PRODUCT, seesOpen: false },
  'replay of choices': {
    ...PRODUCT,
    train: (history, unit, now) => trainDurations(history, unit, now, [DEFAULT_SAMPLING]),
  },
  'conformal levels, against plain quantiles': {
    ...PRODUCT,
    train: (history, unit, now) => ({
      ...trainDurations(history, unit, now),
      levels: { recent: [], outside: 0.2 },
    }),
  },
}

export interface DurationWorth {
  part: string
  office: string
  /** relative: 0.01 is one hundredth more with the part */
  medianError: Difference
  intervalScore: Difference
  /** how far coverage is from 0.8: negative is better with the part */
  coverageError: Difference
  coverage: number
  trainMs: number
}

/** Each part of the duration estimator against its plain form, on made offices, one for each seed. */
export function* ablateDurations(
  seeds: number,
  requests: number,
  paces = Object.keys(PACES) as PaceName[],
): Generator<DurationWorth> {
  for (const pauses of [false, true]) {
    for (const pace of paces) {
      const offices = Array.from({ length: seeds }, (_, seed) => madeOffice(pace, requests, seed + 1, pauses))
      const lived = (estimator: Estimator): { held: Held[]; ms: number } => {
        const startedAt = performance.now()
        const held = offices.map(({ lives, end }) => replayOffice(lives, 'calendar', end, 0.2, estimator))
        return { held, ms: (performance.now() - startedAt) / seeds }
      }
      const whole = lived(PRODUCT)
      for (const [part, estimator] of Object.entries(VARIANTS)) {
        const without = lived(estimator)
        const paired = (of: (held: Held, other: Held) => number) =>
          meanDifference(whole.held.map((held, i) => of(held, without.held[i]!)))
        yield {
          part,
          office: `${pace}${pauses ? ', with pauses' : ''}`,
          medianError: paired((held, other) => held.medianError / other.medianError - 1),
          intervalScore: paired((held, other) => held.intervalScore / other.intervalScore - 1),
          coverageError: paired((held, other) => Math.abs(held.coverage - 0.8) - Math.abs(other.coverage - 0.8)),
          coverage: whole.held.reduce((sum, { coverage }) => sum + coverage, 0) / seeds,
          trainMs: whole.ms - without.ms,
        }
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
