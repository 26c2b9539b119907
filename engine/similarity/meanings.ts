import { resized } from '../text/resized.ts'
import { DIMENSIONS } from '../text/word-vectors.ts'

/** Length of a vector in bytes. */
const LENGTH = 127

/** The direction of each entry's words together, in 100 bytes. */
export class Meanings {
  private rows = 0
  private components = new Int8Array(1 << 12)

  push(meaning: Int8Array): void {
    const end = (this.rows + 1) * DIMENSIONS
    if (end > this.components.length) this.components = resized(this.components, Math.ceil(end * 1.4))
    this.components.set(meaning, this.rows++ * DIMENSIONS)
  }

  /** Keeps no more room than the entries need. */
  trim(): void {
    this.components = resized(this.components, this.rows * DIMENSIONS)
  }

  /** Cosine of a row with what is asked for; 0 where either has no known word. */
  cosine(asked: Int8Array, row: number): number {
    const from = row * DIMENSIONS
    let sum = 0
    for (let d = 0; d < DIMENSIONS; d++) sum += asked[d]! * this.components[from + d]!
    return sum / LENGTH ** 2
  }
}

/** A sum of word vectors as `Meanings` keeps it. */
export function toMeaning(sum: Float64Array): Int8Array {
  const length = Math.hypot(...sum)
  return length === 0 ? new Int8Array(DIMENSIONS) : Int8Array.from(sum, (x) => Math.round((LENGTH * x) / length))
}
