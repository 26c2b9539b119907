import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { dateIn } from '../../../shared/dates.ts'
import type { Db } from '../../platform/database/db.ts'
import { addToCounters } from '../../platform/database/counters.ts'
import type { JobHandler } from '../../platform/jobs/job.ts'
import { RECOUNT_DAYS } from '../../settings/general.ts'
import { INSERTED } from './rebuild.ts'
import { DayTotals, replayAll } from './replay.ts'
import { flow } from './service.ts'

/** Pause between two pages, to yield to interactive calls. */
const PAUSE_MS = 2

const Payload = z.object({ from: z.string(), to: z.string(), at: z.string() })

const dayIn = (timeZone: string) => (instant: string) => dateIn(timeZone, new Date(instant))

/**
 * Moves the counts by day from the old time zone's days to the new one's. Adds only the difference, and only for events
 * before the change: writers already use the new days meanwhile, and the differences of several changes do not overlap.
 */
export function recountJobs({ db }: { db: Db }): Record<string, JobHandler> {
  return {
    [RECOUNT_DAYS]: async (job) => {
      const { from, to, at: changedAt } = Payload.parse(job.payload)
      const moved = new DayTotals()
      const pauseBriefly = async () => {
        job.signal.throwIfAborted()
        await pause(PAUSE_MS)
      }
      await replayAll(
        db.read,
        (before, after, at) => {
          if (at >= changedAt) return
          moved.add(flow(before, after, at, dayIn(from)), -1)
          moved.add(flow(before, after, at, dayIn(to)), 1)
        },
        { pauseBriefly },
      )
      const changes = moved.rows().map(({ count, ...key }) => ({ ...key, by: count }))
      await db.write(async (tx) => {
        for (let row = 0; row < changes.length; row += INSERTED) {
          await addToCounters(tx, 'day_counts', changes.slice(row, row + INSERTED))
        }
        await job.finishIn(tx)
      })
    },
  }
}
