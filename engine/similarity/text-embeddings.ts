import { resized } from '../text/resized.ts'
import { DIMENSIONS } from '../text/word-vectors.ts'

/** Norm of a quantised vector; its components fit into a signed byte. */
const LENGTH = 127

/** The normalised sum of each entry's word vectors, in 100 bytes. */
export class TextEmbeddings {
  private rows = 0
  private components = new Int8Array(1 << 12)

  push(meaning: Int8Array): void {
    const end = (this.rows + 1) * DIMENSIONS
    if (end > this.components.length) this.components = resized(this.components, Math.ceil(end * 1.4))
    this.components.set(meaning, this.rows++ * DIMENSIONS)
  }

  /** Frees spare capacity. */
  trim(): void {
    this.components = resized(this.components, this.rows * DIMENSIONS)
  }

  /** Cosine of a row with a query; 0 if either has no known word. */
  cosine(query: Int8Array, row: number): number {
    const from = row * DIMENSIONS
    let sum = 0
    for (let d = 0; d < DIMENSIONS; d++) sum += query[d]! * this.components[from + d]!
    return sum / LENGTH ** 2
  }
}

/** Quantises a sum of word vectors for `TextEmbeddings`. */
export function quantise(sum: Float64Array): Int8Array {
  const length = Math.hypot(...sum)
  return length === 0 ? new Int8Array(DIMENSIONS) : Int8Array.from(sum, (x) => Math.round((LENGTH * x) / length))
}
