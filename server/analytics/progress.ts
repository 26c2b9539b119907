import type { Engine } from '../platform/database/db.ts'
import type { Entry, Extent } from './snapshot.ts'

/** A transaction becomes visible at commit, maybe after others with higher ids: re-read this far back. */
const OVERLAP_MS = 15_000
/** The same in entries, when their age is unknown. */
const OVERLAP_ENTRIES = 5000

const NONE: Entry = { id: 0, at: '', number: 0 }

/** Tracks how much of the history has been read. */
export class Progress {
  /** SQLite has a single writer: entries become visible in the order of their ids. */
  readonly #isInOrder: boolean
  #newest = NONE
  #mark = 0
  /** known entries after the mark */
  #seen = new Set<number>()
  /** the newest entry at each check within the overlap */
  #looks: { at: number; entry: number }[] = []

  constructor(engine: Engine) {
    this.#isInOrder = engine === 'sqlite'
  }

  /** After a full load. Entries committed meanwhile with lower ids are found by the following checks. */
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

  /** the highest known entry */
  get newest(): Entry {
    return this.#newest
  }

  /** all entries up to here are known */
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
