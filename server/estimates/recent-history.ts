import type { Db, Reader } from '../database/db.ts'
import { forOthersToo } from '../fairness/caller.ts'
import type { HistoryRow } from '../../engine/durations/history.ts'
import { recentRequests } from './history-queries.ts'

/** Estimates need not know what was finished in the last seconds. */
const FRESH_MS = 10_000
/** Nor does anybody wait for that while the rows are hardly older: they are read anew beside the answer. */
const USABLE_MS = 60_000

interface Kept {
  at: number
  rows: Promise<HistoryRow[]>
  isReadAnew?: boolean
}
const kept = new WeakMap<Reader, Kept>()

/** What every estimate rests on, read at most every ten seconds; the same array until it is read again. */
export function recentHistory(db: Db): Promise<HistoryRow[]> {
  const last = kept.get(db.read)
  const age = last ? performance.now() - last.at : Infinity
  if (!last || age >= USABLE_MS) {
    const rows = forOthersToo(() => recentRequests(db))
    keep(db, rows)
    rows.catch(() => kept.delete(db.read))
    return rows
  }
  if (age >= FRESH_MS && !last.isReadAnew) {
    last.isReadAnew = true
    const rows = forOthersToo(() => recentRequests(db))
    rows.then(
      () => keep(db, rows),
      () => (last.isReadAnew = false),
    )
  }
  return last.rows
}

function keep(db: Db, rows: Promise<HistoryRow[]>): void {
  kept.set(db.read, { at: performance.now(), rows })
}
