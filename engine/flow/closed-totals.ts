import { generator } from '../classifier/random.ts'
import { DayDraw, type Pace } from './pace.ts'

/** A figure at each of the probabilities shown. */
export type Parts = Record<'p50' | 'p70' | 'p85' | 'p95', number>

/** How the future is drawn: number of runs, and which days are worked. */
export interface Drawing {
  runs: number
  seed: number
  isWorking: (day: number) => boolean
}

/** The number closed within a range of days, in each run, sorted. */
export function totalsWithin(
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
export function atLeast(sorted: Int32Array): Parts {
  const reached = (part: number) => sorted[Math.floor((1 - part) * sorted.length + 1e-9)]!
  return { p50: reached(0.5), p70: reached(0.7), p85: reached(0.85), p95: reached(0.95) }
}
