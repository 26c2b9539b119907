import type { Db } from '../platform/database/db.ts'
import { asSharedWork } from '../platform/fairness/caller.ts'
import { BEGINNING, digestAfter, type Entry, lineOf } from './chain.ts'
import { entriesFrom } from './verify.ts'

const PAGE = 500

/** A keyless hash of the log up to an entry (`digestAfter`). */
export interface Digest {
  entries: number
  digest: string
}

/** Caches the digest of the entries read so far: the first call reads the whole log, later ones only the new entries. */
export class LogDigest {
  readonly #db: Db
  #known: Digest = { entries: 0, digest: BEGINNING }
  #reading: Promise<Digest> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** Covers all entries sealed by now. Concurrent calls share the read. */
  now(): Promise<Digest> {
    this.#reading ??= asSharedWork(() => this.#read()).finally(() => (this.#reading = undefined))
    return this.#reading
  }

  /** For replacing the whole database under a running server. */
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
