import type { Tx } from '../database/db.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Job, JobHandler } from '../jobs/runner.ts'
import type { Deps } from './deps.ts'
import { askForScan, askForText } from './jobs.ts'
import { filesWithScans } from './queries.ts'

const KIND = 'read-scans-again'
/** Files that one write puts back: some milliseconds. */
const AT_ONCE = 50
/** In the turns of people they count as one person's. */
const NOBODY = 'read-scans-again'

/** Has what was found to be scanned read once more, where reading scans was just switched on. */
export function scheduleScansAgain(tx: Tx, queue: JobQueue): Promise<void> {
  return queue.add(tx, { kind: KIND, payload: null, uniqueKey: 'all' })
}

export function scansAgainJobs(deps: Pick<Deps, 'db'> & { queue: JobQueue }): Record<string, JobHandler> {
  return { [KIND]: (job) => readAgain(deps, job) }
}

/** Each step is whole, and what it has put back is not met again: stopped at any time it goes on where it was. */
async function readAgain({ db, queue }: Pick<Deps, 'db'> & { queue: JobQueue }, job: Job): Promise<void> {
  for (let after = ''; ;) {
    const files = await filesWithScans(db.read, after, AT_ONCE)
    const last = files.at(-1)
    if (!last) return
    job.signal.throwIfAborted()
    await db.whenIdle(1000)
    await db.write(async (tx) => {
      for (const { checksum, text_state } of files) {
        // Its text is shown as it is until the other pages are read.
        if (text_state === 'ready') {
          await askForScan(tx, queue, checksum, NOBODY)
          continue
        }
        const waiting = { text_state: 'waiting' as const, text_note: null }
        await tx
          .updateTable('files')
          .set(waiting)
          .where('checksum', '=', checksum)
          .where('text_state', '=', 'none')
          .execute()
        await askForText(tx, queue, checksum, NOBODY)
      }
    })
    after = last.checksum
  }
}
