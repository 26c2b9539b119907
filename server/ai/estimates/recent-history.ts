import type { Db } from '../../platform/database/db.ts'
import { asSharedWork } from '../../platform/fairness/caller.ts'
import type { HistoryRow } from '../../../engine/durations/history.ts'
import { recentRequests } from './history-queries.ts'

/** Age up to which the cached rows count as fresh: estimates need not include the last seconds. */
const FRESH_MS = 10_000
/** Age up to which stale rows are served while they are refreshed in the background. */
const USABLE_MS = 60_000

interface Kept {
  at: number
  rows: Promise<HistoryRow[]>
  isReadAnew?: boolean
}

/** Cache of the history that estimates are based on, read at most every ten seconds; the same array until then. */
export class RecentHistory {
  readonly #db: Db
  #kept: Kept | undefined

  constructor(db: Db) {
    this.#db = db
  }

  rows(): Promise<HistoryRow[]> {
    const last = this.#kept
    const age = last ? performance.now() - last.at : Infinity
    if (!last || age >= USABLE_MS) {
      const rows = this.#read()
      this.#keep(rows)
      rows.catch(() => (this.#kept = undefined))
      return rows
    }
    if (age >= FRESH_MS && !last.isReadAnew) {
      last.isReadAnew = true
      const rows = this.#read()
      rows.then(
        () => this.#keep(rows),
        () => (last.isReadAnew = false),
      )
    }
    return last.rows
  }

  #read(): Promise<HistoryRow[]> {
    return asSharedWork(() => recentRequests(this.#db, null))
  }

  #keep(rows: Promise<HistoryRow[]>): void {
    this.#kept = { at: performance.now(), rows }
  }
}
