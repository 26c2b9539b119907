import type { Readable } from 'node:stream'
import type { Export, ExportList } from '../../../shared/exports/exports.ts'
import { text } from '../../../shared/texts/say.ts'
import { type Actor, readerId } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { nextAttempts } from '../../platform/jobs/waiting-jobs.ts'
import { visibleTo } from '../../requests/visibility.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { listNamed } from './lists/index.ts'
import { exportNote } from './notes.ts'
import { deleteExport, type ExportRow, exportsOf, findExport } from './queries.ts'

/** Exports of one person. */
export const MAX_KEPT = 100

export function mayExport(actor: Actor): void {
  requirePermission(actor, 'reports.export', 'export requests')
}

/** The actor's own exports, newest first. */
export async function listExports({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<ExportList> {
  mayExport(actor)
  return { exports: await toExports(db, await exportsOf(db.read, actor.id, MAX_KEPT)) }
}

/** @throws AppError `not-found`, also for an export of another person */
export async function getExport({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<Export> {
  const [row] = await toExports(db, [await getOwn(db, actor, id)])
  return row!
}

/**
 * The file of an export, recorded before its first byte is sent.
 * @throws AppError `not-found` when there is none; `not-allowed` if it contains more than the actor may see now
 */
export async function readExport(
  { db, clock, files, settings }: Pick<Deps, 'db' | 'clock' | 'files' | 'settings'>,
  actor: Actor,
  id: string,
): Promise<{ file: Export; content: Readable }> {
  const row = await getOwn(db, actor, id)
  listNamed(row.list).requireAccess(actor)
  if (row.sees_all === 1 && visibleTo(actor, await settings.policy()) !== null) {
    throw new AppError(
      'not-allowed',
      text('This export holds requests that you can no longer see. Please make a new one.'),
    )
  }
  if (row.store_key === null) throw new AppError('wrong-status', text('This export is not ready.'))
  const content = await files.read(row.store_key)
  const about = { targetType: 'export', targetId: id, details: { name: row.file_name } }
  await db
    .write((tx) => record(tx, clock, { actorId: readerId(actor), action: 'export.read', ...about }))
    .catch((error: unknown) => {
      content.destroy()
      throw error
    })
  return { file: toExport(row, null), content }
}

/** Deletes an export with its file; a running one is stopped. */
export async function removeExport({ db, files }: Pick<Deps, 'db' | 'files'>, actor: Actor, id: string): Promise<void> {
  const row = await getOwn(db, actor, id)
  await db.write((tx) => deleteExport(tx, row.id))
  if (row.store_key !== null) await files.remove(row.store_key)
}

async function getOwn(db: Deps['db'], actor: Actor, id: string): Promise<ExportRow> {
  mayExport(actor)
  const row = await findExport(db.read, id)
  if (row?.user_id === actor.id) return row
  throw fieldError('not-found', 'id', text('There is no such export.'))
}

async function toExports(db: Deps['db'], rows: readonly ExportRow[]): Promise<Export[]> {
  const retried = rows.filter(({ state }) => state === 'retrying').map(({ id }) => id)
  const attempts = await nextAttempts(db.read, 'export', retried)
  return rows.map((row) => toExport(row, attempts.get(row.id) ?? null))
}

export function toExport(row: ExportRow, retryAt: string | null): Export {
  return {
    id: row.id,
    format: row.format,
    fileName: row.file_name,
    state: row.state,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    rows: row.rows_done,
    total: row.total,
    size: row.size,
    checksum: row.checksum,
    note: exportNote(row.note),
    retryAt,
  }
}
