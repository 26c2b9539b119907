import { dateIn } from '../../../shared/dates.ts'
import type { Reader } from '../../database/db.ts'
import type { Scope } from '../visibility.ts'
import { DaySums, replayAll } from './replay.ts'
import { flow } from './service.ts'

/** What is counted by day, of the requests that somebody may see: as the counters of all of them, from the history. */
export async function countDaysWithin(reader: Reader, scope: Scope, timeZone: string) {
  const sums = new DaySums()
  const dayOf = (instant: string) => dateIn(timeZone, new Date(instant))
  await replayAll(reader, (before, after, at) => sums.add(flow(before, after, at, dayOf), 1), { scope })
  return sums.rows()
}
