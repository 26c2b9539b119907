import { facetsIn, type Grouping } from './groups.ts'
import { PROMISED } from './range-levels.ts'
import { quantile, type Sample } from './sample.ts'

/** Number of recent outcomes on which the groupings are compared. */
const MEMORY = 1000
const RECONSIDER_AFTER = 25
const MIN_OUTCOMES = 100
/** A finer grouping must reduce the mean loss by at least this share, or its groups would be too narrow to be worth it. */
const WORTH = 0.02
/** Quantile levels at which the groupings are compared. */
const LEVELS = [...PROMISED, 0.5]
/** Days below which durations count as equal. */
const SAME = 0.2

/**
 * Selects the grouping that separates durations best in this office. Each grouping predicts its quantiles before the outcome is
 * known; the one with the smallest pinball loss on the logarithm of days wins.
 * Source: Koenker and Bassett, "Regression quantiles" (1978).
 */
export class GroupingChoice {
  chosen: Grouping
  readonly #groupings: readonly Grouping[]
  /** losses of each grouping per outcome, the newest last */
  readonly #losses: number[][]
  #sinceChoice = 0

  constructor(groupings: readonly Grouping[], first: Grouping) {
    this.#groupings = groupings
    this.#losses = groupings.map(() => [])
    this.chosen = first
  }

  /** The predicted quantiles of every grouping, as input of `learn`. Null if there is no choice. */
  opinions(sampleBy: (grouping: Grouping) => Sample): Float64Array | null {
    if (this.#groupings.length < 2) return null
    return Float64Array.from(
      this.#groupings.flatMap((grouping) => {
        const sample = sampleBy(grouping)
        return LEVELS.map((level) => logOf(quantile(sample, level)))
      }),
    )
  }

  learn(opinions: Float64Array, days: number): void {
    const truth = logOf(days)
    for (const [g, list] of this.#losses.entries()) {
      const loss = LEVELS.reduce((sum, level, l) => {
        const over = truth - opinions[g * LEVELS.length + l]!
        return sum + Math.max(level * over, (level - 1) * over)
      }, 0)
      list.push(loss)
      if (list.length > 2 * MEMORY) list.splice(0, list.length - MEMORY)
    }
    if (++this.#sinceChoice >= RECONSIDER_AFTER) this.#reconsider()
  }

  #reconsider(): void {
    this.#sinceChoice = 0
    if (this.#losses[0]!.length < MIN_OUTCOMES) return
    const means = this.#losses.map((list) => mean(list.slice(-MEMORY)))
    // The fewest facets first.
    const order = [...means.keys()].sort((a, b) => this.#facetCount(a) - this.#facetCount(b) || a - b)
    const best = order.reduce((a, b) => (means[b]! < (1 - WORTH) * means[a]! ? b : a))
    this.chosen = this.#groupings[best]!
  }

  #facetCount(g: number): number {
    return facetsIn(this.#groupings[g]!).length
  }
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, x) => sum + x, 0) / list.length
}

function logOf(days: number): number {
  return Math.log(days + SAME)
}
