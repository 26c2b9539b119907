import { COLUMN, COLUMN_BITS, TERM_WEIGHTS } from './packed-entry.ts'

/** For each column that is not too frequent, the rows that have it. */
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

  /** Whether the column is indexed. */
  has(column: number): boolean {
    return this.start[column + 1]! > this.start[column]!
  }

  /**
   * Adds the column's contribution to the cosine to each row's score.
   * @param weight of the column in the query
   * @param touched receives the rows whose score was 0 before
   */
  addTo(score: Float32Array, touched: number[], column: number, weight: number): void {
    const factor = weight * this.idf[column]!
    for (let i = this.start[column]!; i < this.start[column + 1]!; i++) {
      const entry = this.entries[i]!
      const row = entry & COLUMN
      if (score[row] === 0) touched.push(row)
      score[row]! += factor * TERM_WEIGHTS[entry >>> COLUMN_BITS]! * this.scale[row]!
    }
  }
}
