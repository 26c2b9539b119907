import type { Bag } from './bag.ts'
import type { Counts } from './counts.ts'
import { type Dictionary, Frequencies, Lookup } from './dictionary.ts'

/** Weight of a count. Counts below 1 come from lines that count less than once. */
export function termWeight(count: number): number {
  return count < 1 ? count : 1 + Math.log(count)
}

/** Rows × columns; row r has the entries `start[r]` to `start[r + 1]`. */
export interface Sparse {
  start: Uint32Array
  column: Uint32Array
  value: Float32Array
  columns: number
}

/**
 * Chooses the columns: features that occur in at least `minRows` rows, the most frequent `most` of them.
 * @param rows which rows count (training rows); all when left out
 */
export function buildDictionary(
  counts: Counts,
  minRows: number,
  maxFeatures: number,
  rows?: ArrayLike<number>,
): Dictionary {
  const frequencies = new Frequencies()
  const total = rows?.length ?? counts.rows
  for (let i = 0; i < total; i++) {
    const row = rows ? rows[i]! : i
    for (let i = counts.start[row]!; i < counts.start[row + 1]!; i++) frequencies.add(counts.keys[i]!)
  }
  return frequencies.dictionary(total, minRows, maxFeatures)
}

/** A view: a dictionary and its weight in the joined row. */
export interface View {
  dictionary: Dictionary
  weight: number
}

/**
 * Rows of several views side by side. Within a view: (1 + ln count) × idf, then length 1, then × the view's weight, so that
 * long and short texts have equal weight and the joined row has length 1 at most. Unknown features count in the length: a text
 * of mostly unknown words gets small values, so the confidence calibrated on folds holds for new texts.
 */
export function weigh(views: readonly { counts: Counts; view: View }[]): Sparse {
  const lookups = views.map(({ view }) => new Lookup(view.dictionary.keys))
  const offsets = offsetsOf(views.map(({ view }) => view))
  const total = views[0]!.counts.rows
  const whole = lengthOf(views.map(({ view }) => view))
  let capacity = 0
  for (const { counts } of views) capacity += counts.size
  const start = new Uint32Array(total + 1)
  const column = new Uint32Array(capacity)
  const value = new Float32Array(capacity)
  let size = 0
  for (let row = 0; row < total; row++) {
    for (let v = 0; v < views.length; v++) {
      const { counts, view } = views[v]!
      const first = size
      let square = 0
      for (let i = counts.start[row]!; i < counts.start[row + 1]!; i++) {
        const known = lookups[v]!.column(counts.keys[i]!)
        const idf = known < 0 ? view.dictionary.unknown : view.dictionary.idf[known]!
        const weight = termWeight(counts.counts[i]!) * idf
        square += weight * weight
        if (known < 0) continue
        column[size] = offsets[v]! + known
        value[size++] = weight
      }
      const scale = square > 0 ? view.weight / whole / Math.sqrt(square) : 0
      for (let i = first; i < size; i++) value[i]! *= scale
    }
    start[row + 1] = size
  }
  // Copies the used part, unless nearly all is used: the unused part would stay in memory during training.
  const tight = size > capacity * 0.9
  return {
    start,
    column: tight ? column.subarray(0, size) : column.slice(0, size),
    value: tight ? value.subarray(0, size) : value.slice(0, size),
    columns: offsets[views.length]!,
  }
}

/** The row of one draft, computed like `weigh`. */
export function weighBags(bags: readonly Bag[], views: readonly View[], lookups: readonly Lookup[]): Sparse {
  const offsets = offsetsOf(views)
  const whole = lengthOf(views)
  const column: number[] = []
  const value: number[] = []
  for (let v = 0; v < views.length; v++) {
    const bag = bags[v]!
    const { dictionary, weight: share } = views[v]!
    const first = value.length
    let square = 0
    for (const at of bag.used) {
      const known = lookups[v]!.column(bag.keys[at]!)
      const weight = termWeight(bag.counts[at]!) * (known < 0 ? dictionary.unknown : dictionary.idf[known]!)
      square += weight * weight
      if (known < 0) continue
      column.push(offsets[v]! + known)
      value.push(weight)
    }
    const scale = square > 0 ? share / whole / Math.sqrt(square) : 0
    for (let i = first; i < value.length; i++) value[i]! *= scale
  }
  const values = Float32Array.from(value)
  return {
    start: Uint32Array.of(0, values.length),
    column: Uint32Array.from(column),
    value: values,
    columns: offsets[views.length]!,
  }
}

/** First column of each view, followed by the number of columns. */
function offsetsOf(views: readonly View[]): number[] {
  const offsets = [0]
  for (const view of views) offsets.push(offsets.at(-1)! + view.dictionary.keys.length)
  return offsets
}

function lengthOf(views: readonly View[]): number {
  return Math.sqrt(views.reduce((sum, { weight }) => sum + weight * weight, 0))
}
