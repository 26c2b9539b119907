import type { Db } from '../../platform/database/db.ts'
import { newestChange, textsAfter, textsNumbered, versionsSince } from './text-queries.ts'

/** Texts read and delivered at a time: few enough not to delay other work. */
const PAGE = 200
const VERSIONS_PAGE = 1000
/**
 * A transaction becomes visible only at its commit, maybe after one that began later and took a higher number and a later
 * time. So everything changed within this time before the newest known change is re-checked.
 */
const OVERLAP_MS = 15_000

interface Text {
  id: string
  title: string
  description: string
}

/** A position in the order of changes. */
interface Mark {
  updated_at: string
  number: number
}

const BEGINNING: Mark = { updated_at: '', number: 0 }

/** Reads the texts of all requests once, and then at each poll those that are new or have changed since. */
export class ChangedTexts {
  private readonly db: Db
  /** every request up to this number has been delivered, except those that commit late */
  private number = 0
  /** changes after this mark are re-checked */
  private from = BEGINNING
  private newest = BEGINNING
  private newestSince = 0
  /** delivered versions of the requests that changed after `from` */
  private readonly known = new Map<number, { version: number; at: string }>()

  constructor(db: Db) {
    this.db = db
  }

  /** All texts, oldest first; of more than `limit` only the newest. */
  async *all(limit: number): AsyncGenerator<Text[]> {
    const { number, updatedAt } = await newestChange(this.db)
    this.known.clear()
    this.number = Math.max(0, number - limit)
    // Taken before the first page, so that the next poll finds what changes during the read.
    this.newest = { updated_at: updatedAt, number }
    this.newestSince = performance.now()
    this.from = before(this.newest)
    yield* this.created()
  }

  /** Texts that are new or have changed since the last poll. */
  async *changed(): AsyncGenerator<Text[]> {
    yield* this.created()
    let last = this.from
    for (;;) {
      const page = await versionsSince(this.db, last, VERSIONS_PAGE)
      const news = page.filter(({ number, version }) => (this.known.get(number)?.version ?? 0) < version)
      for (let i = 0; i < news.length; i += PAGE) {
        const texts = await textsNumbered(
          this.db,
          news.slice(i, i + PAGE).map(({ number }) => number),
        )
        yield texts
        this.remember(texts)
      }
      last = page.at(-1) ?? last
      if (page.length < VERSIONS_PAGE) break
    }
    this.moveOn(last)
  }

  private moveOn(last: Mark): void {
    const now = performance.now()
    if (last.updated_at > this.newest.updated_at) {
      this.newest = last
      this.newestSince = now
    }
    const from = now - this.newestSince > OVERLAP_MS ? this.newest : before(this.newest)
    if (from.updated_at > this.from.updated_at) this.from = from
    for (const [number, { at }] of this.known) if (at < this.from.updated_at) this.known.delete(number)
  }

  private async *created(): AsyncGenerator<Text[]> {
    for (;;) {
      const page = await textsAfter(this.db, this.number, PAGE)
      if (page.length === 0) return
      // Delivered before it is remembered: if the consumer fails, it gets the page again (at least once).
      yield page
      this.number = page.at(-1)!.number
      this.remember(page)
      if (page.length < PAGE) return
    }
  }

  private remember(rows: { number: number; version: number; updated_at: string }[]): void {
    for (const { number, version, updated_at: at } of rows) {
      if (at >= this.from.updated_at) this.known.set(number, { version, at })
    }
  }
}

/** The position before a mark from which on transactions may still have been open. */
function before({ updated_at }: Mark): Mark {
  if (updated_at === '') return BEGINNING
  return { updated_at: new Date(Date.parse(updated_at) - OVERLAP_MS).toISOString(), number: 0 }
}
