import { readFileSync } from 'node:fs'
import { Lookup } from './dictionary.ts'
import type { Token } from './text.ts'
import { hash } from './hash.ts'

export const DIMENSIONS = 100
const KEY_BYTES = 4

/**
 * Vectors of some 30,000 English words: words used alike point in the same direction, and rarer words have longer vectors.
 * Source and licence: word-vectors.md; decision 26 has the measured benefit.
 */
export class WordVectors {
  private readonly lookup: Lookup
  private readonly components: Int8Array

  constructor() {
    const { buffer } = Uint8Array.from(readFileSync(new URL('word-vectors.bin', import.meta.url)))
    const words = buffer.byteLength / (KEY_BYTES + DIMENSIONS)
    this.lookup = new Lookup(new Uint32Array(buffer, 0, words))
    this.components = new Int8Array(buffer, words * KEY_BYTES)
  }

  /** The sum of the vectors of some words; unknown words add nothing. */
  sumOf(tokens: readonly Token[]): Float64Array {
    const sum = new Float64Array(DIMENSIONS)
    for (const { text, kind } of tokens) {
      const word = kind === 'mark' ? -1 : this.lookup.column(hash(text))
      if (word < 0) continue
      const from = word * DIMENSIONS
      for (let d = 0; d < DIMENSIONS; d++) sum[d]! += this.components[from + d]!
    }
    return sum
  }
}
