import { termWeight } from '../text/sparse.ts'

/** An entry has its column in the lower bits and its count above them. */
export const COLUMN_BITS = 20
export const COLUMN = 2 ** COLUMN_BITS - 1
/** Maximum columns of a dictionary for packed rows. */
export const MAX_COLUMNS = 2 ** COLUMN_BITS
/** Counts are stored in eighths: words of common lines count less than once. */
export const PER_COUNT = 8
export const TERM_WEIGHTS = Float64Array.from({ length: 256 }, (_, eighths) => termWeight(eighths / PER_COUNT))

/** @param index a column or a row, below `MAX_COLUMNS`; @param count 1 … 255 */
export function pack(index: number, count: number): number {
  return (index | (count << COLUMN_BITS)) >>> 0
}
