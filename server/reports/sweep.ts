import type { Job } from '../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { storedReportNotes } from './notes.ts'
import { FOLDER, removeFiles } from './run-files.ts'
import { deleteRun, expiredRuns, failStuckRuns, isRunFile } from './run-queries.ts'
import { startDue } from './due-schedules.ts'

const DAY_MS = 86_400_000
const SWEEP_BATCH_SIZE = 100
/** Grace period: a younger file may belong to a run whose row is not committed yet. */
const STORING_MS = 3_600_000
/** Length of a run's id, which begins the name of its files. */
const ID_LENGTH = 36

/**
 * Deletes expired runs and orphaned files, starts schedules that nothing else has started, and fails the runs of killed
 * processes. No step holds up another.
 * @throws the first failure, after the other steps
 */
export async function dropReportRuns(deps: Deps, job: Job): Promise<void> {
  const failures: unknown[] = []
  for (const step of [dropExpired, dropOrphans, startDue, failStuck]) {
    await step(deps, job.signal).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function failStuck({ db, clock }: Deps): Promise<void> {
  const now = clock()
  const before = new Date(now.getTime() - DAY_MS).toISOString()
  const note = storedReportNotes({ code: 'process-ended' })
  await db.write((tx) => failStuckRuns(tx, { before, at: now.toISOString(), note }))
}

/** Files first: a row without a file can be deleted again, but a file without a row could not be found. */
async function dropExpired({ db, files, clock }: Deps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const expired = await expiredRuns(db.read, clock().toISOString(), SWEEP_BATCH_SIZE)
    for (const run of expired) {
      signal.throwIfAborted()
      await removeFiles(files, run.files)
      await db.write((tx) => deleteRun(tx, run.id))
    }
    if (expired.length < SWEEP_BATCH_SIZE) return
  }
}

async function dropOrphans({ db, files, clock }: Deps, signal: AbortSignal): Promise<void> {
  for await (const { key, storedAt } of files.list(FOLDER)) {
    signal.throwIfAborted()
    if (clock().getTime() - storedAt.getTime() < STORING_MS) continue
    if (!(await isRunFile(db.read, key.slice(FOLDER.length, FOLDER.length + ID_LENGTH), key))) await files.remove(key)
  }
}
