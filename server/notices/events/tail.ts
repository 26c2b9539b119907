import type { Db } from '../../platform/database/db.ts'
import { type Change, changesOf } from './changes.ts'
import { HistoryPosition } from './position.ts'
import { entriesMissing, instantOfEntry, newestEntries } from './queries.ts'

const RESUMABLE_MS = 3_600_000
/** A single look sends no more; a page that missed more than this had better read everything again. */
const MAX_ENTRIES = 1000
/** How far back transactions may still be open when the tail begins. */
const OVERLAP = 1000

/** Follows the history of all requests. */
export class Tail {
  readonly #db: Db
  readonly #clock: () => Date
  #position = new HistoryPosition()

  constructor(db: Db, clock: () => Date) {
    this.#db = db
    this.#clock = clock
  }

  get position(): HistoryPosition {
    return this.#position
  }

  /** Begins at the newest entry. */
  async begin(): Promise<void> {
    const isInOrder = this.#db.engine === 'sqlite'
    const entries = await newestEntries(this.#db.read, isInOrder ? 1 : OVERLAP)
    this.#position = new HistoryPosition((entries[0]?.id ?? 1) - 1)
    for (const { id, at } of entries) this.#position.add(id, at)
  }

  /** @returns the changes since the last look; undefined when there were too many to tell one by one */
  async look(): Promise<Change[] | undefined> {
    this.#position.forgetOldGaps()
    const entries = await entriesMissing(this.#db.read, this.#position, MAX_ENTRIES)
    if (entries.length < MAX_ENTRIES) return changesOf(entries, this.#position)
    await this.begin()
    return undefined
  }

  /**
   * @param after the position that a client has seen, moved on by the changes
   * @returns the changes since then, as far as this tail knows them; undefined if the client must read everything again
   */
  async since(after: HistoryPosition): Promise<Change[] | undefined> {
    const at = await instantOfEntry(this.#db.read, after.newest)
    if (at === undefined) return undefined
    const isForeign = !Number.isNaN(after.at) && after.at !== Date.parse(at)
    if (isForeign || Date.parse(at) < this.#clock().getTime() - RESUMABLE_MS) return undefined
    after.at = Date.parse(at)
    const entries = await entriesMissing(this.#db.read, after, MAX_ENTRIES)
    if (entries.length === MAX_ENTRIES) return undefined
    return changesOf(
      entries.filter(({ id }) => this.#position.has(id)),
      after,
    )
  }
}
