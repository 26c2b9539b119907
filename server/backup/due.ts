import { lockByName } from '../platform/database/dialect.ts'
import { nextTime } from '../reports/next-time.ts'
import type { Deps } from './deps.ts'
import { findLastScheduled, findUnderWay } from './queries.ts'
import { enqueueBackup } from './service.ts'
import { readStored, type Stored, writeStored } from './stored-settings.ts'

/** How often it is looked whether a backup is due. */
export const DUE_EVERY_MS = 5 * 60_000
/** A clock that goes wrong by more is not taken at its word. */
const DAY_MS = 86_400_000
const SUNDAY = 7

/**
 * Starts the backup of the schedule once its time has come since the last one, or since the schedule was saved. It counts
 * from stored instants alone: a clock that is put forward or back, or a change to summer time, neither skips nor doubles
 * one.
 */
export async function startWhenDue(deps: Deps): Promise<void> {
  const { db, clock, settings } = deps
  const { savedAt, ...stored } = await readStored(db.read)
  const { schedule, at } = stored
  if (schedule === 'manual') return
  if (savedAt === null) return startCounting(deps, stored)
  const { timeZone } = await settings.policy()
  const when = { cadence: schedule, weekday: SUNDAY, monthDay: 1, time: at, timeZone }
  await db.write(async (tx) => {
    const now = clock()
    const last = new Date((await findLastScheduled(tx))?.started_at ?? savedAt)
    // One of the far future was started by a clock that has been set right.
    const since = last.getTime() - now.getTime() > DAY_MS ? new Date(now.getTime() - DAY_MS) : last
    if (nextTime(when, since) <= now && !(await findUnderWay(tx))) await enqueueBackup(tx, deps, null)
  })
}

/** An office whose settings were never saved has the usual schedule; it counts from the first look. */
async function startCounting({ db, clock }: Deps, stored: Stored): Promise<void> {
  await db.write(async (tx) => {
    await lockByName(tx, 'settings')
    if ((await readStored(tx)).savedAt === null) await writeStored(tx, stored, clock().toISOString())
  })
}
