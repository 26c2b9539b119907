import { closestPoint, mergedSample, quantile, sampleOf, type Sample } from './sample.ts'

/**
 * How long a request takes, read from the most recent finished ones. Text says little about duration, so the office's own pace
 * leads: the last finished requests of the same kind, filled up from ever broader groups.
 */

/** A request as the estimator sees it. Instants in ms since 1970. */
export interface TimedRequest {
  created: number
  /** null while open */
  finished: number | null
  /** duration in the unit of the estimate (calendar or working days); 0 while open */
  days: number
  /** its groups from the narrowest to the broadest, without the group of all */
  keys: readonly string[]
}

/** How a sample is taken and what is read from it. */
export interface Sampling {
  /** finished requests looked back on in each group */
  window: number
  /** use the groups, or all alike */
  grouped: boolean
  point: 'median' | 'closest'
}
export const SAMPLINGS: readonly Sampling[] = [100, 200, 400].flatMap((window) =>
  [false, true].flatMap((grouped) => (['median', 'closest'] as const).map((point) => ({ window, grouped, point }))),
)
export const DEFAULT_SAMPLING: Sampling = { window: 200, grouped: true, point: 'closest' }

/** Requests' worth of evidence that a broader group lends to a narrower one. */
const BORROWED = 15
const LONGEST_WINDOW = 400
const ALL = ''

/** Durations in the order in which the requests were finished, by group. */
export class FinishedDurations {
  private readonly byKey = new Map<string, number[]>()

  add(days: number, keys: readonly string[]): void {
    for (const key of [ALL, ...keys]) {
      let list = this.byKey.get(key)
      if (!list) this.byKey.set(key, (list = []))
      list.push(days)
      // Trimmed in lumps: shifting one by one would copy the list for each request.
      if (list.length > 3 * LONGEST_WINDOW) list.splice(0, list.length - LONGEST_WINDOW)
    }
  }

  count(key = ALL): number {
    return this.byKey.get(key)?.length ?? 0
  }

  /**
   * Weighted durations for a request of these groups: the narrowest group in full; each broader one only with the weight
   * that is still missing, at most `BORROWED` requests' worth.
   */
  sample(keys: readonly string[], sampling: Sampling): Sample {
    const lists: { values: number[]; weight: number }[] = []
    let room = sampling.window
    for (const key of sampling.grouped ? [...keys, ALL] : [ALL]) {
      const all = this.byKey.get(key)
      if (!all || room <= 0) continue
      const values = all.slice(-sampling.window)
      const weight = lists.length === 0 ? 1 : Math.min(1, room / values.length, BORROWED / values.length)
      lists.push({ values, weight })
      room -= weight * values.length
    }
    return mergedSample(lists)
  }
}

/**
 * Weights the sample by what the text says.
 * @param chances of each equal part of the sample, from fast to slow
 * @param trust in the text, 0 … 1
 */
export function reweighted(sample: Sample, chances: ArrayLike<number> | null, trust: number): Sample {
  if (!chances || sample.values.length < 10) return sample
  const parts = chances.length
  const { values, upTo } = sample
  const whole = upTo.at(-1)!
  const weighted = new Float64Array(values.length)
  let sum = 0
  for (let i = 0; i < values.length; i++) {
    const weight = upTo[i]! - (i > 0 ? upTo[i - 1]! : 0)
    const part = Math.min(parts - 1, Math.floor(((upTo[i]! - weight / 2) / whole) * parts))
    weighted[i] = sum += weight * (1 - trust + trust * chances[part]! * parts)
  }
  return { values, upTo: weighted }
}

export function pointOf(sample: Sample, kind: Sampling['point']): number {
  return kind === 'median' ? quantile(sample, 0.5) : closestPoint(sample)
}

/**
 * Keeps an interval honest: remembers at which level of its sample each finished request came in, and takes the levels
 * that would have held the promised share of the recent ones.
 * Source: Chernozhukov et al., "Distributional conformal prediction" (2021); the slow integrator is from Gibbs and Candès,
 * "Adaptive conformal inference under distribution shift" (2021).
 */
export class ConformalLevels {
  private readonly recent: number[]
  /** share promised to lie outside, corrected by the share that did */
  private outside: number
  private readonly promised: number
  private read: { low: number; high: number } | null = null

  constructor(promised = 0.8, recent: number[] = [], outside = 1 - promised) {
    this.promised = promised
    this.recent = recent
    this.outside = outside
  }

  /** @param inside whether the interval that was given for it held the request; null when none was given */
  add(level: number, inside: boolean | null): void {
    this.recent.push(level)
    this.read = null
    if (this.recent.length > 1500) this.recent.splice(0, this.recent.length - 500)
    if (inside === null) return
    const missed = inside ? 0 : 1
    this.outside = Math.min(0.4, Math.max(0.1, this.outside + 0.004 * (1 - this.promised - missed)))
  }

  /** Levels of the sample to read the ends from. With few finished requests they are pulled to the nominal ones. */
  get ends(): { low: number; high: number } {
    return (this.read ??= this.readEnds())
  }

  private readEnds(): { low: number; high: number } {
    const half = this.outside / 2
    const last = this.recent.slice(-500)
    const nominal = 40
    const levels = sampleOf([
      ...last.map((level) => [level, 1] as const),
      ...Array.from({ length: 20 }, (_, i) => [(i + 0.5) / 20, nominal / 20] as const),
    ])
    return { low: quantile(levels, half), high: quantile(levels, 1 - half) }
  }

  save(): { recent: number[]; outside: number } {
    return { recent: this.recent.slice(-500), outside: this.outside }
  }
}

/** Low and high end; beyond the sample's own ends a little is added, since the next one can be longer than all before. */
export function intervalOf(sample: Sample, ends: { low: number; high: number }): { low: number; high: number } {
  const low = quantile(sample, ends.low)
  const high = quantile(sample, ends.high)
  return { low: Math.max(0, ends.low < 0.01 ? low * 0.7 : low), high: ends.high > 0.99 ? high * 1.3 : high }
}
