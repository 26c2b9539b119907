import type { Tx } from '../../platform/database/db.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import type { Job, JobHandler } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { enqueueOcr, enqueueExtraction } from './jobs.ts'
import { filesWithScans } from './queries.ts'

const KIND = 'read-scans-again'
/** Files requeued by one write: some milliseconds. */
const BATCH_SIZE = 50
/** In the fair queue they count as files of one person. */
const NOBODY = 'read-scans-again'

/** Enqueues re-reading of the scanned files, after reading scans was switched on. */
export function scheduleScansAgain(tx: Tx, queue: JobQueue): Promise<void> {
  return queue.add(tx, { kind: KIND, payload: null, uniqueKey: 'all' })
}

export function scansAgainJobs(deps: Pick<Deps, 'db'> & { queue: JobQueue }): Record<string, JobHandler> {
  return { [KIND]: (job) => readAgain(deps, job) }
}

/** Requeues in atomic steps, which skip files that are already requeued: an interrupted run resumes. */
async function readAgain({ db, queue }: Pick<Deps, 'db'> & { queue: JobQueue }, job: Job): Promise<void> {
  for (let after = ''; ;) {
    const files = await filesWithScans(db.read, after, BATCH_SIZE)
    const last = files.at(-1)
    if (!last) return
    job.signal.throwIfAborted()
    await db.whenIdle(1000)
    await db.write(async (tx) => {
      for (const { checksum, text_state } of files) {
        // The present text stays visible until the other pages are read.
        if (text_state === 'ready') {
          await enqueueOcr(tx, queue, checksum, NOBODY)
          continue
        }
        const waiting = { text_state: 'waiting' as const, text_note: null }
        await tx
          .updateTable('files')
          .set(waiting)
          .where('checksum', '=', checksum)
          .where('text_state', '=', 'none')
          .execute()
        await enqueueExtraction(tx, queue, checksum, NOBODY)
      }
    })
    after = last.checksum
  }
}
