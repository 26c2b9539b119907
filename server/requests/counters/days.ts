import { dateIn } from '../../../shared/dates.ts'
import type { Reader } from '../../platform/database/db.ts'
import type { Scope } from '../visibility.ts'
import { DayTotals, replayAll } from './replay.ts'
import { flow } from './service.ts'

/** The counters by day for the requests in `scope`, recomputed from the history. */
export async function countDaysWithin(reader: Reader, scope: Scope, timeZone: string) {
  const sums = new DayTotals()
  const dayOf = (instant: string) => dateIn(timeZone, new Date(instant))
  await replayAll(reader, (before, after, at) => sums.add(flow(before, after, at, dayOf), 1), { scope })
  return sums.rows()
}
