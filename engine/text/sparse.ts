/** Sparse rows and the dictionary that gives hashed features their column. */

/** Counts of hashed features of one text: an open-addressing table that is emptied and filled again for each text. */
export class Bag {
  keys = new Uint32Array(1024)
  counts = new Float32Array(1024)
  /** positions in use, in order of first sight: makes clearing and reading as cheap as the text is short */
  used: number[] = []
  private mask = 1023

  add(key: number, weight = 1): void {
    let at = (Math.imul(key, 0x9e3779b1) >>> 0) & this.mask
    while (this.counts[at] !== 0) {
      if (this.keys[at] === key) {
        this.counts[at]! += weight
        return
      }
      at = (at + 1) & this.mask
    }
    this.keys[at] = key
    this.counts[at] = weight
    this.used.push(at)
    if (this.used.length * 2 > this.mask) this.grow()
  }

  clear(): void {
    for (const at of this.used) this.counts[at] = 0
    this.used.length = 0
  }

  private grow(): void {
    const entries = this.used.map((at) => [this.keys[at]!, this.counts[at]!] as const)
    const size = (this.mask + 1) * 2
    this.keys = new Uint32Array(size)
    this.counts = new Float32Array(size)
    this.mask = size - 1
    this.used = []
    for (const [key, count] of entries) this.add(key, count)
  }
}

/** Rows of hashed counts while they are gathered: 5 bytes an entry, counts up to 255. */
export class Counts {
  start: number[] = [0]
  keys = new Uint32Array(1 << 14)
  counts = new Uint8Array(1 << 14)
  size = 0

  push(bag: Bag): void {
    if (this.size + bag.used.length > this.keys.length) {
      const wider = Math.max(Math.ceil(this.keys.length * 1.4), this.size + bag.used.length)
      const keys = new Uint32Array(wider)
      keys.set(this.keys)
      this.keys = keys
      const counts = new Uint8Array(wider)
      counts.set(this.counts)
      this.counts = counts
    }
    for (const at of bag.used) {
      this.keys[this.size] = bag.keys[at]!
      this.counts[this.size++] = Math.min(255, bag.counts[at]!)
    }
    this.start.push(this.size)
  }

  get rows(): number {
    return this.start.length - 1
  }

  /** Gives the memory back; the rows are gone. */
  clear(): void {
    this.start = [0]
    this.keys = new Uint32Array(0)
    this.counts = new Uint8Array(0)
    this.size = 0
  }
}

/** Rows × columns; row r holds the entries `start[r]` to `start[r + 1]`. */
export interface Sparse {
  start: Uint32Array
  column: Uint32Array
  value: Float32Array
  columns: number
}

/** Key → column and the weight of rarity of each column. */
export interface Dictionary {
  /** hashed features in column order, length = columns */
  keys: Uint32Array
  /** ln((1 + rows) / (1 + rows with it)) + 1 */
  idf: Float32Array
  /** the weight of rarity of a feature that no row had, squared into the length of a row though it has no column */
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
 * Chooses the columns: features seen in at least `least` rows, the most frequent `most` of them.
 * @param rows which rows count (training rows); all when left out
 */
export function buildDictionary(counts: Counts, least: number, most: number, rows?: ArrayLike<number>): Dictionary {
  // Frequencies in an open-addressing table over the 32-bit keys: a Map of 10 million numbers would not fit.
  let size = 1 << 16
  let mask = size - 1
  let keys = new Uint32Array(size)
  let seen = new Uint32Array(size)
  let filled = 0
  const bump = (key: number, by: number): void => {
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
    filled++
  }
  const total = rows?.length ?? counts.rows
  for (let i = 0; i < total; i++) {
    const row = rows ? rows[i]! : i
    for (let at = counts.start[row]!; at < counts.start[row + 1]!; at++) {
      if (filled * 2 > mask) {
        const [oldKeys, oldSeen] = [keys, seen]
        size *= 2
        mask = size - 1
        keys = new Uint32Array(size)
        seen = new Uint32Array(size)
        filled = 0
        for (let k = 0; k < oldKeys.length; k++) if (oldSeen[k] !== 0) bump(oldKeys[k]!, oldSeen[k]!)
      }
      bump(counts.keys[at]!, 1)
    }
  }
  let floor = least
  let kept = 0
  for (;;) {
    kept = 0
    for (let k = 0; k < size; k++) if (seen[k]! >= floor) kept++
    if (kept <= most) break
    floor++
  }
  const chosen: Dictionary = {
    keys: new Uint32Array(kept),
    idf: new Float32Array(kept),
    unknown: Math.log(1 + total) + 1,
  }
  let column = 0
  for (let k = 0; k < size; k++) {
    if (seen[k]! < floor || seen[k] === 0) continue
    chosen.keys[column] = keys[k]!
    chosen.idf[column++] = Math.log((1 + total) / (1 + seen[k]!)) + 1
  }
  return chosen
}

/** A view: a dictionary and the share it has in the length of the joined row. */
export interface View {
  dictionary: Dictionary
  weight: number
}

/**
 * Rows of several views side by side. Within a view: (1 + ln count) × idf, then length 1, then × the view's weight, so that
 * long and short texts speak equally loud and the joined row has length 1 at most. Unknown features count in the length:
 * a text of mostly unknown words speaks softly, and the confidence that was measured on folds holds for new texts.
 */
export function weigh(views: readonly { counts: Counts; view: View }[], rows?: ArrayLike<number>): Sparse {
  const lookups = views.map(({ view }) => new Lookup(view.dictionary.keys))
  const offsets = offsetsOf(views.map(({ view }) => view))
  const total = rows?.length ?? views[0]!.counts.rows
  const whole = lengthOf(views.map(({ view }) => view))
  let capacity = 0
  for (const { counts } of views) capacity += rows ? sumOf(counts, rows) : counts.size
  const start = new Uint32Array(total + 1)
  const column = new Uint32Array(capacity)
  const value = new Float32Array(capacity)
  let size = 0
  for (let i = 0; i < total; i++) {
    const row = rows ? rows[i]! : i
    for (let v = 0; v < views.length; v++) {
      const { counts, view } = views[v]!
      const first = size
      let square = 0
      for (let at = counts.start[row]!; at < counts.start[row + 1]!; at++) {
        const known = lookups[v]!.column(counts.keys[at]!)
        const weight =
          (1 + Math.log(counts.counts[at]!)) * (known < 0 ? view.dictionary.unknown : view.dictionary.idf[known]!)
        square += weight * weight
        if (known < 0) continue
        column[size] = offsets[v]! + known
        value[size++] = weight
      }
      const scale = square > 0 ? view.weight / whole / Math.sqrt(square) : 0
      for (let at = first; at < size; at++) value[at]! *= scale
    }
    start[i + 1] = size
  }
  // A copy of the used part, unless nearly all is used: the unused part would be held in memory through training.
  const tight = size > capacity * 0.9
  return {
    start,
    column: tight ? column.subarray(0, size) : column.slice(0, size),
    value: tight ? value.subarray(0, size) : value.slice(0, size),
    columns: offsets[views.length]!,
  }
}

/** One draft's row, the same arithmetic as `weigh`. */
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
      const weight = (1 + Math.log(bag.counts[at]!)) * (known < 0 ? dictionary.unknown : dictionary.idf[known]!)
      square += weight * weight
      if (known < 0) continue
      column.push(offsets[v]! + known)
      value.push(weight)
    }
    const scale = square > 0 ? share / whole / Math.sqrt(square) : 0
    for (let at = first; at < value.length; at++) value[at]! *= scale
  }
  const values = Float32Array.from(value)
  return {
    start: Uint32Array.of(0, values.length),
    column: Uint32Array.from(column),
    value: values,
    columns: offsets[views.length]!,
  }
}

/** First column of each view and, last, the number of columns. */
function offsetsOf(views: readonly View[]): number[] {
  const offsets = [0]
  for (const view of views) offsets.push(offsets.at(-1)! + view.dictionary.keys.length)
  return offsets
}

function sumOf(counts: Counts, rows: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < rows.length; i++) sum += counts.start[rows[i]! + 1]! - counts.start[rows[i]!]!
  return sum
}

function lengthOf(views: readonly View[]): number {
  return Math.sqrt(views.reduce((sum, { weight }) => sum + weight * weight, 0))
}
