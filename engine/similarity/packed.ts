import type { Counts } from '../text/counts.ts'
import type { Dictionary, Lookup } from '../text/dictionary.ts'
import { COLUMN, COLUMN_BITS, pack, TERM_WEIGHTS } from './packed-entry.ts'
import { Postings } from './postings.ts'

/**
 * Rows of weighted features in 4 bytes an entry. A weight, (1 + ln count) × idf scaled to length 1, follows from count, column
 * and row, so it is computed on access. Half the size of `Sparse`.
 */
export class Packed {
  private readonly start: Uint32Array
  private readonly entries: Uint32Array
  /** 1 / length of each row */
  private readonly scale: Float32Array
  private readonly idf: Float32Array

  /** @param counts in units of 1 / `PER_COUNT`; packed in place, and empty afterwards */
  constructor(counts: Counts, dictionary: Dictionary, lookup: Lookup) {
    const { keys: entries } = counts
    this.idf = dictionary.idf
    this.start = new Uint32Array(counts.rows + 1)
    this.scale = new Float32Array(counts.rows)
    let size = 0
    for (let row = 0; row < counts.rows; row++) {
      let square = 0
      for (let i = counts.start[row]!; i < counts.start[row + 1]!; i++) {
        const count = counts.counts[i]!
        const column = lookup.column(entries[i]!)
        square += (TERM_WEIGHTS[count]! * (column < 0 ? dictionary.unknown : this.idf[column]!)) ** 2
        // In place: never ahead of the reading position, because a row only loses entries (those without a column).
        if (column >= 0) entries[size++] = pack(column, count)
      }
      this.start[row + 1] = size
      this.scale[row] = square > 0 ? 1 / Math.sqrt(square) : 0
    }
    this.entries = counts.release(size)
  }

  get rows(): number {
    return this.scale.length
  }

  /**
   * Cosine of a row with a query.
   * @param query query weights by column, scaled to length 1, 0 elsewhere
   */
  cosine(query: Float32Array, row: number): number {
    const { entries, idf } = this
    let sum = 0
    for (let i = this.start[row]!; i < this.start[row + 1]!; i++) {
      const entry = entries[i]!
      const column = entry & COLUMN
      const weight = query[column]!
      if (weight !== 0) sum += weight * idf[column]! * TERM_WEIGHTS[entry >>> COLUMN_BITS]!
    }
    return sum * this.scale[row]!
  }

  /** Share of the query, by weight, that the row has as well; only columns with a higher idf than `rarity`. */
  shared(query: Float32Array, row: number, rarity: number): number {
    let shared = 0
    for (let i = this.start[row]!; i < this.start[row + 1]!; i++) {
      const column = this.entries[i]! & COLUMN
      if (query[column] !== 0 && this.idf[column]! > rarity) shared += query[column]! * query[column]!
    }
    return shared
  }

  /**
   * Inverted index: the same entries, sorted by column.
   * @param most maximum rows of a column; the few more frequent columns have most of the entries and are left out
   */
  invert(most: number): Postings {
    const { length } = this.idf
    const frequency = new Uint32Array(length)
    for (const entry of this.entries) frequency[entry & COLUMN]!++
    const start = new Uint32Array(length + 1)
    for (let column = 0; column < length; column++) {
      const rows = frequency[column]!
      start[column + 1] = start[column]! + (rows > most ? 0 : rows)
    }
    const next = start.slice()
    const entries = new Uint32Array(start[length]!)
    for (let row = 0; row < this.rows; row++) {
      for (let i = this.start[row]!; i < this.start[row + 1]!; i++) {
        const entry = this.entries[i]!
        const column = entry & COLUMN
        if (frequency[column]! <= most) entries[next[column]!++] = pack(row, entry >>> COLUMN_BITS)
      }
    }
    return new Postings(start, entries, this.idf, this.scale)
  }

  /**
   * Non-zero cosines of all rows with a query. A full scan, which takes some milliseconds whatever the query.
   * @param touched receives the rows with a non-zero cosine
   */
  cosines(query: Float32Array, score: Float32Array, touched: number[]): void {
    for (let row = 0; row < this.rows; row++) {
      const cosine = this.cosine(query, row)
      if (cosine === 0) continue
      score[row] = cosine
      touched.push(row)
    }
  }
}
