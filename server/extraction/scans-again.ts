import type { Tx } from '../database/db.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Job, JobHandler } from '../jobs/runner.ts'
import type { Deps } from './deps.ts'
import { EMPTY, PICTURE, SCANNED } from './extraction.ts'
import { askForText } from './jobs.ts'

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
    const files = await db.read
      .selectFrom('files')
      .select('checksum')
      .where('text_state', '=', 'none')
      // An image that nobody tried to read has no note.
      .where((row) => row.or([row('text_note', 'is', null), row('text_note', 'in', [SCANNED, PICTURE, EMPTY])]))
      .where('checksum', '>', after)
      .orderBy('checksum')
      .limit(AT_ONCE)
      .execute()
    const last = files.at(-1)
    if (!last) return
    job.signal.throwIfAborted()
    await db.whenIdle(1000)
    await db.write(async (tx) => {
      for (const { checksum } of files) {
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
