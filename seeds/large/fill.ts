import { record } from '../../server/audit/service.ts'
import type { Db } from '../../server/platform/database/db.ts'
import { rebuildCounters } from '../../server/requests/counters/rebuild.ts'
import { readPolicy } from '../../server/settings/service.ts'
import { openOffice } from '../common/office.ts'
import { storeLives } from '../common/store.ts'
import { workingDaysAgo } from '../common/work-time.ts'
import type { Wanted } from './arguments.ts'
import { largeLife, type Plan } from './life.ts'
import { hire, newcomers, staffOf } from './staff.ts'

/** Requests in one transaction: enough to amortise the sync to disk, few enough for a small heap. */
const BATCH = 1000

/**
 * Fills an empty database with a large office, batch by batch in bounded memory; the counters come last.
 * @param onProgress called after each batch with the number of requests stored so far
 */
export async function fillLargeOffice(
  db: Db,
  options: Omit<Wanted, 'replace'>,
  passwordHash: string,
  onProgress: (stored: number) => void = () => {},
  batch = BATCH,
): Promise<void> {
  const now = new Date(`${options.today}T00:00:00.000Z`)
  const people = newcomers(options.requests)
  const plan: Plan = { requests: options.requests, seed: options.seed, now, staff: staffOf(people) }
  const openedAt = workingDaysAgo(now, 900)
  await db.write(async (tx) => {
    await openOffice(tx, passwordHash, openedAt)
    await hire(tx, people, passwordHash, openedAt)
  })
  for (let from = 0; from < options.requests; from += batch) {
    const count = Math.min(batch, options.requests - from)
    const lives = Array.from({ length: count }, (_, i) => largeLife(plan, from + i))
    await db.write((tx) => storeLives(tx, lives))
    onProgress(from + count)
  }
  const { timeZone } = await readPolicy(db.read)
  await db.write(async (tx) => {
    await rebuildCounters(tx, timeZone)
    // Marked as classified: classifying all of them would keep the engine busy for hours. It can be started separately.
    const classified = { key: 'classified-through', value: String(options.requests) }
    await tx.insertInto('ai_progress').values(classified).execute()
    const details = { requests: options.requests, seed: options.seed, today: options.today }
    await record(tx, () => new Date(), { actorId: null, action: 'office.seeded', details })
  })
}
