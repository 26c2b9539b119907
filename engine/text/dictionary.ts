/** The dictionary maps hashed features to columns. */

/** Key → column, and the idf of each column. */
export interface Dictionary {
  /** hashed features in column order, length = columns */
  keys: Uint32Array
  /** ln((1 + rows) / (1 + rows that contain it)) + 1 */
  idf: Float32Array
  /** idf of an unknown feature: it counts in the length of a row although it has no column */
  unknown: number
}

/** Key → column (−1 when unknown) in constant time; built when a model is loaded, never stored. */
export class Lookup {
  private readonly slots: Int32Array
  private readonly mask: number
  private readonly keys: Uint32Array

  constructor(keys: Uint32Array) {
    let size = 16
    while (size < keys.length * 2) size *= 2
    this.slots = new Int32Array(size).fill(-1)
    this.mask = size - 1
    this.keys = keys
    for (let column = 0; column < keys.length; column++) {
      let at = (Math.imul(keys[column]!, 0x9e3779b1) >>> 0) & this.mask
      while (this.slots[at] !== -1) at = (at + 1) & this.mask
      this.slots[at] = column
    }
  }

  column(key: number): number {
    let at = (Math.imul(key, 0x9e3779b1) >>> 0) & this.mask
    for (;;) {
      const column = this.slots[at]!
      if (column === -1) return -1
      if (this.keys[column] === key) return column
      at = (at + 1) & this.mask
    }
  }
}

/**
 * Document frequency of each feature, in an open-addressing table over the 32-bit keys: a Map of 10 million numbers would not
 * fit in memory.
 */
export class Frequencies {
  private keys = new Uint32Array(1 << 16)
  private seen = new Uint32Array(1 << 16)
  private filled = 0

  /** Counts one row that has the feature. */
  add(key: number): void {
    if (this.filled * 2 > this.keys.length - 1) this.grow()
    this.bump(key, 1)
  }

  /** How many rows have the feature. */
  count(key: number): number {
    const mask = this.keys.length - 1
    let at = (Math.imul(key, 0x9e3779b1) >>> 0) & mask
    while (this.seen[at] !== 0 && this.keys[at] !== key) at = (at + 1) & mask
    return this.seen[at]!
  }

  private bump(key: number, by: number): void {
    const { keys, seen } = this
    const mask = keys.length - 1
    let at = (Math.imul(key, 0x9e3779b1) >>> 0) & mask
    while (seen[at] !== 0) {
      if (keys[at] === key) {
        seen[at]! += by
        return
      }
      at = (at + 1) & mask
    }
    keys[at] = key
    seen[at] = by
    this.filled++
  }

  private grow(): void {
    const { keys, seen } = this
    this.keys = new Uint32Array(keys.length * 2)
    this.seen = new Uint32Array(keys.length * 2)
    this.filled = 0
    for (let k = 0; k < keys.length; k++) if (seen[k] !== 0) this.bump(keys[k]!, seen[k]!)
  }

  /**
   * @param rows number of rows counted; @param least minimum rows of a feature; @param most maximum columns: the most frequent
   * features
   */
  dictionary(rows: number, minRows: number, maxFeatures: number): Dictionary {
    const { keys, seen } = this
    let floor = Math.max(1, minRows)
    let terms = this.withAtLeast(floor)
    while (terms > maxFeatures) terms = this.withAtLeast(++floor)
    const chosen = { keys: new Uint32Array(terms), idf: new Float32Array(terms), unknown: Math.log(1 + rows) + 1 }
    let column = 0
    // Frequent features get adjacent columns: their weights then stay in the processor's cache, which halves the time of a fit.
    let below = Infinity
    for (const from of [64, 8, 0]) {
      for (let k = 0; k < keys.length; k++) {
        const count = seen[k]!
        if (count < Math.max(from, floor) || count >= below) continue
        chosen.keys[column] = keys[k]!
        chosen.idf[column++] = Math.log((1 + rows) / (1 + count)) + 1
      }
      below = Math.max(from, floor)
    }
    return chosen
  }

  private withAtLeast(floor: number): number {
    let count = 0
    for (const rows of this.seen) if (rows >= floor) count++
    return count
  }
}
