import type { Db } from '../database/db.ts'
import { type MadeSuggestion, suggestionsAfter } from './queries.ts'

/** A suggestion has the time at which it was made: it is seen later, maybe after others that were made later. */
const OVERLAP_MS = 15_000
/** Before every suggestion. */
const NEVER = new Date(0).toISOString()
/** Read at a time. */
const PAGE = 5000

/** Up to when it is known which requests were classified anew: that leaves no entry in their history. */
export class Classified {
  readonly #db: Db
  /** when the newest known suggestion was made */
  #newest = NEVER
  /** those within the overlap */
  #seen = new Map<string, string>()

  constructor(db: Db) {
    this.#db = db
  }

  get newest(): string {
    return this.#newest
  }

  /** @param newest as it was before the requests were read; null where there was none */
  begin(newest: string | null): void {
    this.#newest = newest ?? NEVER
    this.#seen.clear()
  }

  /** The requests with suggestions that were not seen before. Known only once `know` is called: a look may fail. */
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
