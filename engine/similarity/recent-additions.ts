import type { Lookup } from '../text/dictionary.ts'
import { termWeight, type View } from '../text/sparse.ts'
import type { Bag } from '../text/bag.ts'

/** Hashed terms of one view with their weights; the vector has length 1. */
interface TermVector {
  keys: Uint32Array
  values: Float32Array
}

/**
 * An entry added after the index was built, one vector for each view. The dictionary has no column for new words, although
 * these are the best evidence that two new entries ask for the same: here each keeps its own weight.
 */
export type RecentAddition = TermVector[]

/** An entry's bags as vectors, like `weighBags`, but with the unknown terms retained. */
export function toRecentAddition(
  bags: readonly Bag[],
  views: readonly View[],
  lookups: readonly Lookup[],
): RecentAddition {
  return bags.map((bag, view) => {
    const { idf, unknown } = views[view]!.dictionary
    const keys = new Uint32Array(bag.used.length)
    const values = new Float32Array(bag.used.length)
    let square = 0
    bag.used.forEach((at, k) => {
      const known = lookups[view]!.column(bag.keys[at]!)
      const weight = termWeight(bag.counts[at]!) * (known < 0 ? unknown : idf[known]!)
      keys[k] = bag.keys[at]!
      values[k] = weight
      square += weight * weight
    })
    const length = Math.sqrt(square)
    for (let k = 0; k < values.length; k++) values[k]! /= length
    return { keys, values }
  })
}

/** A query prepared for comparison with many recent additions. */
export class RecentQuery {
  private readonly weights: Map<number, number>[]
  private readonly rare: Set<number>

  /** @param rareFrom words with a higher idf are rare */
  constructor(query: RecentAddition, words: { view: View; lookup: Lookup }, rareFrom: number) {
    this.weights = query.map(({ keys, values }) => new Map(Array.from(keys, (key, k) => [key, values[k]!])))
    const { idf, unknown } = words.view.dictionary
    this.rare = new Set(
      query[0]!.keys.filter((key) => {
        const known = words.lookup.column(key)
        return (known < 0 ? unknown : idf[known]!) > rareFrom
      }),
    )
  }

  /** Cosine in one view. */
  cosine(entry: RecentAddition, view: number): number {
    const { keys, values } = entry[view]!
    const weights = this.weights[view]!
    let sum = 0
    for (let k = 0; k < keys.length; k++) sum += values[k]! * (weights.get(keys[k]!) ?? 0)
    return sum
  }

  /** Share of the query's rare words, by weight, that the entry has as well. */
  sharedRare(entry: RecentAddition): number {
    const weights = this.weights[0]!
    let shared = 0
    for (const key of entry[0]!.keys) if (this.rare.has(key)) shared += weights.get(key)! ** 2
    return shared
  }
}
