import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { failureNote } from '../../platform/files/failure-notes.ts'
import { putFile } from '../../platform/files/put-file.ts'
import type { DeadLetterHandler, Job, JobHandler } from '../../platform/jobs/job.ts'
import { announceTo } from '../../notices/deps.ts'
import { tellReady, tookLong } from '../../notices/ready.ts'
import type { Deps } from './deps.ts'
import { encode, ExportDeleted, PermissionLost } from './encode.ts'
import { type ExportNote, storedExportNotes } from './notes.ts'
import { changeExport, deleteExport, expiredExports, findExport, isExportFile } from './queries.ts'

export const MAX_ATTEMPTS = 5
const SWEEP_BATCH_SIZE = 100
/** in the data folder */
export const PARTIAL_FOLDER = 'exporting'
/** in the file store */
const FOLDER = 'exports/'
/** Grace period: a younger file may belong to an export whose row is not committed yet. */
const STORING_MS = 3_600_000

const Payload = z.object({ id: z.string() })

/** Jobs that write requested files and delete expired ones. */
export function exportJobs(deps: Deps): Record<string, JobHandler> {
  return {
    export: async (job) => {
      const { id } = Payload.parse(job.payload)
      try {
        await makeFile(deps, job, id)
      } catch (error) {
        // Deleted meanwhile: there is nothing left to do.
        if (error instanceof ExportDeleted) return
        if (!job.signal.aborted) await storeFailureNote(deps, job, id, error)
        throw error
      }
    },
    'drop-exports': async (job) => {
      await dropExpired(deps, job.signal)
      await dropOrphans(deps, job.signal)
      await dropInterrupted(deps)
    },
  }
}

/** Marks an export as failed that will not be made. */
export function deadExports(): Record<string, DeadLetterHandler> {
  return {
    export: async (tx, payload, why) => {
      const row = await findExport(tx, Payload.parse(payload).id)
      if (!row || row.state === 'ready' || row.state === 'failed') return
      await changeExport(tx, row.id, { state: 'failed', note: storedExportNotes({ code: why }) })
    },
  }
}

/** Stores why there is no file yet, for the person; the next attempt starts from scratch. */
async function storeFailureNote({ db }: Deps, job: Job, id: string, error: unknown): Promise<void> {
  const change = (state: 'failed' | 'retrying', ...notes: ExportNote[]) =>
    db.write((tx) => changeExport(tx, id, { state, note: storedExportNotes(...notes) }))
  if (error instanceof PermissionLost) await change('failed', { code: 'not-allowed' })
  else if (job.attempt < MAX_ATTEMPTS) await change('retrying', failureNote(error))
  else await change('failed', failureNote(error), { code: 'tried', count: MAX_ATTEMPTS })
}

/** Starts from scratch: the output of an earlier attempt is overwritten. */
async function makeFile(deps: Deps, job: Job, id: string): Promise<void> {
  const { db, files, config, clock } = deps
  const row = await findExport(db.read, id)
  if (!row) throw new ExportDeleted()
  if (row.state === 'ready') return
  const folder = join(config.dataDir, PARTIAL_FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, id)
  try {
    const { rows, file } = await encode(deps, job, row, path)
    const key = `${FOLDER}${id}-${randomUUID()}`
    await putFile(files, key, path, file.size)
    const isKept = await db
      .write(async (tx) => {
        await job.finishIn(tx)
        const now = clock()
        if (tookLong(row.created_at, now)) {
          const about = { personId: row.user_id, targetId: id, path: '/reports', rows, at: now.toISOString() }
          await tellReady(tx, { ...about, code: 'report-ready', reason: 'started' })
        }
        return changeExport(tx, id, {
          state: 'ready',
          rows_done: rows,
          total: rows,
          store_key: key,
          note: null,
          ...file,
        })
      })
      .catch(async (error: unknown) => {
        await files.remove(key)
        throw error
      })
    if (isKept) announceTo(deps, [row.user_id])
    else await files.remove(key)
  } finally {
    await rm(path, { force: true })
  }
}

/** Deletes partial files of a killed process whose export is gone: an attempt takes minutes at most. */
async function dropInterrupted({ config, clock }: Deps): Promise<void> {
  const folder = join(config.dataDir, PARTIAL_FOLDER)
  for (const name of await readdir(folder).catch(() => [])) {
    // Undefined for a file removed meanwhile.
    const stats = await stat(join(folder, name)).catch(() => undefined)
    if (stats && clock().getTime() - stats.mtimeMs > STORING_MS) await rm(join(folder, name), { force: true })
  }
}

/** Deletes files without an export: it was deleted, or its process died, while the file was being stored. */
async function dropOrphans({ db, files, clock }: Deps, signal: AbortSignal): Promise<void> {
  for await (const { key, storedAt } of files.list(FOLDER)) {
    signal.throwIfAborted()
    if (clock().getTime() - storedAt.getTime() < STORING_MS) continue
    if (!(await isExportFile(db.read, key))) await files.remove(key)
  }
}

/** Files first: a row without a file can be deleted again, but a file without a row could not be found. */
async function dropExpired({ db, files, clock }: Deps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const expired = await expiredExports(db.read, clock().toISOString(), SWEEP_BATCH_SIZE)
    for (const { id, store_key } of expired) {
      signal.throwIfAborted()
      if (store_key !== null) await files.remove(store_key)
      await db.write((tx) => deleteExport(tx, id))
    }
    if (expired.length < SWEEP_BATCH_SIZE) return
  }
}
