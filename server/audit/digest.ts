import type { Db } from '../database/db.ts'
import { BEGINNING, digestAfter, type Entry, lineOf } from './chain.ts'
import { entriesFrom } from './verify.ts'

const PAGE = 500

/** The log up to an entry, in one hash that anybody can compute (`digestAfter`). */
export interface Digest {
  entries: number
  digest: string
}

/**
 * Keeps the digest of the log as far as it has read it: the first look goes through the whole log, later ones through what
 * has come since.
 */
export class LogDigest {
  readonly #db: Db
  #known: Digest = { entries: 0, digest: BEGINNING }
  #reading: Promise<Digest> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** Of all entries that are sealed by now. Those who ask at once share the reading. */
  now(): Promise<Digest> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined))
    return this.#reading
  }

  /** For whoever replaces the whole database under a running server. */
  forget(): void {
    this.#known = { entries: 0, digest: BEGINNING }
  }

  async #read(): Promise<Digest> {
    let { entries, digest } = this.#known
    for (;;) {
      const page: Entry[] = await this.#db.readInWorker(
        entriesFrom(this.#db.read, entries + 1)
          .limit(PAGE)
          .compile(),
      )
      for (const entry of page) digest = digestAfter(digest, lineOf(entry))
      entries += page.length
      this.#known = { entries, digest }
      if (page.length < PAGE) return this.#known
    }
  }
}
