import type { Db } from '../platform/database/db.ts'
import { type MadeSuggestion, suggestionsAfter } from './queries.ts'

/** A suggestion is dated when made but becomes visible at commit, maybe after later ones: re-read this far back. */
const OVERLAP_MS = 15_000
/** Earlier than any suggestion. */
const NEVER = new Date(0).toISOString()
/** Rows per read. */
const PAGE = 5000

/** Tracks which requests have been reclassified: that leaves no entry in the history. */
export class Classified {
  readonly #db: Db
  /** time of the newest known suggestion */
  #newest = NEVER
  /** known suggestions within the overlap: id and time */
  #seen = new Map<string, string>()

  constructor(db: Db) {
    this.#db = db
  }

  get newest(): string {
    return this.#newest
  }

  /** @param newest as read before the requests; null without suggestions */
  begin(newest: string | null): void {
    this.#newest = newest ?? NEVER
    this.#seen.clear()
  }

  /** Requests with new suggestions. They only count as seen once `know` is called, because processing them may fail. */
  async look(): Promise<{ numbers: number[]; know: () => void }> {
    const from = beforeOverlap(this.#newest)
    const seen = new Map<string, string>()
    const numbers = new Set<number>()
    for (let after: MadeSuggestion = { at: from, id: '' }; ;) {
      const page = await suggestionsAfter(this.#db, after, PAGE)
      for (const { id, at, number } of page) {
        seen.set(id, at)
        if (!this.#seen.has(id)) numbers.add(number)
      }
      if (page.length < PAGE) break
      after = page.at(-1)!
    }
    return { numbers: [...numbers], know: () => this.#moveOn(seen) }
  }

  #moveOn(seen: Map<string, string>): void {
    for (const at of seen.values()) if (at > this.#newest) this.#newest = at
    const from = beforeOverlap(this.#newest)
    this.#seen = new Map([...seen].filter(([, at]) => at >= from))
  }
}

function beforeOverlap(at: string): string {
  return new Date(Math.max(0, Date.parse(at) - OVERLAP_MS)).toISOString()
}
