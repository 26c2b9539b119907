import type { Dictionary, Lookup } from '../text/dictionary.ts'
import { type Counts, termWeight } from '../text/sparse.ts'

/** An entry is its column in the lower bits and how often it occurs above them. */
const COLUMN_BITS = 20
const COLUMN = 2 ** COLUMN_BITS - 1
/** The most columns that a dictionary for packed rows may have. */
export const MOST_COLUMNS = 2 ** COLUMN_BITS
/** Counts are kept in eighths: words of common lines count less than once. */
export const PER_COUNT = 8
const TERM_WEIGHTS = Float64Array.from({ length: 256 }, (_, eighths) => termWeight(eighths / PER_COUNT))

/**
 * Rows of weighed features in 4 bytes an entry: a weight, (1 + ln count) × idf scaled to length 1, is told by its count, its
 * column and its row, so it is worked out when it is asked for. Half of what `Sparse` needs for the same.
 */
export class Packed {
  private readonly start: Uint32Array
  private readonly entries: Uint32Array
  /** 1 / length of each row */
  private readonly scale: Float32Array
  private readonly idf: Float32Array

  /** @param counts in units of 1 / `PER_COUNT`; packed where they lie, and empty afterwards */
  constructor(counts: Counts, dictionary: Dictionary, lookup: Lookup) {
    const { keys: entries } = counts
    this.idf = dictionary.idf
    this.start = new Uint32Array(counts.rows + 1)
    this.scale = new Float32Array(counts.rows)
    let size = 0
    for (let row = 0; row < counts.rows; row++) {
      let square = 0
      for (let at = counts.start[row]!; at < counts.start[row + 1]!; at++) {
        const count = counts.counts[at]!
        const column = lookup.column(entries[at]!)
        square += (TERM_WEIGHTS[count]! * (column < 0 ? dictionary.unknown : this.idf[column]!)) ** 2
        // Never ahead of what is read: a row only loses entries, those without a column.
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
   * Cosine of a row with what is asked for.
   * @param asked weights by column, of length 1, 0 where it has none
   */
  cosine(asked: Float32Array, row: number): number {
    const { entries, idf } = this
    let sum = 0
    for (let at = this.start[row]!; at < this.start[row + 1]!; at++) {
      const entry = entries[at]!
      const column = entry & COLUMN
      const weight = asked[column]!
      if (weight !== 0) sum += weight * idf[column]! * TERM_WEIGHTS[entry >>> COLUMN_BITS]!
    }
    return sum * this.scale[row]!
  }

  /** Share of what is asked for, by weight, that a row has as well; only columns of at least this rarity. */
  shared(asked: Float32Array, row: number, rarity: number): number {
    let shared = 0
    for (let at = this.start[row]!; at < this.start[row + 1]!; at++) {
      const column = this.entries[at]! & COLUMN
      if (asked[column] !== 0 && this.idf[column]! > rarity) shared += asked[column]! * asked[column]!
    }
    return shared
  }

  /**
   * Which rows have a column: the same entries, sorted by column.
   * @param most rows that a column may be in; the few that are in more have most of the entries, and are left out
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
      for (let at = this.start[row]!; at < this.start[row + 1]!; at++) {
        const entry = this.entries[at]!
        const column = entry & COLUMN
        if (frequency[column]! <= most) entries[next[column]!++] = pack(row, entry >>> COLUMN_BITS)
      }
    }
    return new Postings(start, entries, this.idf, this.scale)
  }

  /**
   * Each row's cosine with what is asked for, where it isn't 0. All entries are looked at once, which takes some milliseconds
   * whatever is asked.
   * @param touched the rows that have one are put here
   */
  cosines(asked: Float32Array, score: Float32Array, touched: number[]): void {
    for (let row = 0; row < this.rows; row++) {
      const cosine = this.cosine(asked, row)
      if (cosine === 0) continue
      score[row] = cosine
      touched.push(row)
    }
  }
}

/** For each column that is not too common the rows that have it. */
export class Postings {
  private readonly start: Uint32Array
  private readonly entries: Uint32Array
  private readonly idf: Float32Array
  private readonly scale: Float32Array

  constructor(start: Uint32Array, entries: Uint32Array, idf: Float32Array, scale: Float32Array) {
    this.start = start
    this.entries = entries
    this.idf = idf
    this.scale = scale
  }

  /** Whether the rows of a column are here. */
  has(column: number): boolean {
    return this.start[column + 1]! > this.start[column]!
  }

  /**
   * Adds to each row's score what the column contributes to the cosine.
   * @param weight of the column in what is asked for
   * @param touched rows whose score was 0 before are put here
   */
  addTo(score: Float32Array, touched: number[], column: number, weight: number): void {
    const factor = weight * this.idf[column]!
    for (let at = this.start[column]!; at < this.start[column + 1]!; at++) {
      const entry = this.entries[at]!
      const row = entry & COLUMN
      if (score[row] === 0) touched.push(row)
      score[row]! += factor * TERM_WEIGHTS[entry >>> COLUMN_BITS]! * this.scale[row]!
    }
  }
}

/** @param index a column or a row, below `MOST_COLUMNS`; @param count 1 … 255 */
function pack(index: number, count: number): number {
  return (index | (count << COLUMN_BITS)) >>> 0
}
