import type { Engine } from '../database/db.ts'
import type { Entry, Extent } from './snapshot.ts'

/** A transaction is seen only when it commits, maybe after one whose entries have higher ids. */
const OVERLAP_MS = 15_000
/** As many entries, where nothing says how long ago they came. */
const OVERLAP_ENTRIES = 5000

const NONE: Entry = { id: 0, at: '', number: 0 }

/** How far the history is known. */
export class Progress {
  /** On SQLite there is one writer: entries are seen in the order of their ids. */
  readonly #isInOrder: boolean
  #newest = NONE
  #mark = 0
  /** of the entries after the mark, those that are known */
  #seen = new Set<number>()
  /** how far the history went at each look within the overlap */
  #looks: { at: number; entry: number }[] = []

  constructor(engine: Engine) {
    this.#isInOrder = engine === 'sqlite'
  }

  /** After everything has been read. What was under way meanwhile, with lower ids, is found by the next looks. */
  begin(newest: Entry | undefined): void {
    this.#newest = newest ?? NONE
    this.#mark = this.#isInOrder ? this.#newest.id : Math.max(0, this.#newest.id - OVERLAP_ENTRIES)
    this.#seen.clear()
    this.#looks = []
  }

  beginAt({ newest, mark }: Extent): void {
    this.begin(newest)
    this.#mark = mark
  }

  /** the highest entry that is known */
  get newest(): Entry {
    return this.#newest
  }

  /** entries up to here are known */
  get mark(): number {
    return this.#mark
  }

  isKnown(id: number): boolean {
    return id <= this.#mark || this.#seen.has(id)
  }

  /** @param seen the entries after the mark, oldest first */
  moveOn(seen: readonly Entry[]): void {
    const now = performance.now()
    const last = seen.at(-1)
    if (last && last.id > this.#newest.id) this.#newest = last
    this.#looks.push({ at: now, entry: this.#newest.id })
    const overlap = this.#isInOrder ? 0 : OVERLAP_MS
    while (this.#looks[0] && now - this.#looks[0].at >= overlap) this.#mark = this.#looks.shift()!.entry
    this.#seen = new Set(seen.map(({ id }) => id).filter((id) => id > this.#mark))
  }
}
