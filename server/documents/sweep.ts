import type { Tx } from '../database/db.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { JobHandler, NextRun } from '../jobs/runner.ts'
import { sweepStore } from '../uploads/sweep.ts'
import { oldestRestorable } from './access.ts'
import type { Deps } from './deps.ts'
import { deleteForGood } from './queries.ts'

const INTERVAL_MS = 6 * 3_600_000
/** Rows deleted in one transaction; other writers wait for it. */
const CHUNK = 200

type SweepDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'queue'>

/** Removes files and uploads that are no longer needed, a few times a day; the job schedules its next run itself. */
export function sweepJobs({ db, clock, files, queue }: SweepDeps): Record<string, JobHandler> {
  return {
    'sweep-files': async (job) => {
      const forGood = (tx: Tx) => deleteForGood(tx, oldestRestorable(clock()), CHUNK)
      while ((await db.write(forGood)) === CHUNK) job.signal.throwIfAborted()
      await sweepStore({ db, clock, files }, job.signal)
      await db.write(async (tx) => {
        await job.finishIn(tx)
        await scheduleIn(tx, queue, INTERVAL_MS)
      })
    },
  }
}

export const nextFileSweep: Record<string, NextRun> = {
  'sweep-files': (tx, queue) => scheduleIn(tx, queue, INTERVAL_MS),
}

/** Makes sure that a run is scheduled; one that became due while the program was down starts at once. */
export async function scheduleSweep({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  await db.write((tx) => scheduleIn(tx, queue, 0))
}

function scheduleIn(tx: Tx, queue: JobQueue, inMs: number): Promise<void> {
  return queue.add(tx, { kind: 'sweep-files', payload: null, uniqueKey: 'rounds', inMs })
}
