import type { Tx } from '../platform/database/db.ts'
import type { JobHandler } from '../platform/jobs/job.ts'
import { sweepStore } from './uploads/sweep.ts'
import { oldestRestorable } from './access.ts'
import type { Deps } from './deps.ts'
import { deleteForGood } from './queries.ts'

/** Rows deleted in one transaction; other writers wait for it. */
const CHUNK = 200

/** Removes files and uploads that are no longer needed. */
export function sweepJobs({ db, clock, files }: Pick<Deps, 'db' | 'clock' | 'files'>): Record<string, JobHandler> {
  return {
    'sweep-files': async (job) => {
      const forGood = (tx: Tx) => deleteForGood(tx, oldestRestorable(clock()), CHUNK)
      while ((await db.write(forGood)) === CHUNK) job.signal.throwIfAborted()
      await sweepStore({ db, clock, files }, job.signal)
    },
  }
}
