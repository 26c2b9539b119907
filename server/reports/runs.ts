import type { Readable } from 'node:stream'
import type { ReportContent } from '../../shared/reports/definition.ts'
import type { ReportDocument } from '../../shared/reports/document.ts'
import type {
  ReportFormat,
  ReportRun,
  RunFile,
  RunList,
  RunsQuery,
  RunWithDocument,
} from '../../shared/reports/runs.ts'
import { text } from '../../shared/texts/say.ts'
import { type Actor, readerId } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import type { Reader } from '../platform/database/db.ts'
import { AppError, fieldError } from '../platform/errors.ts'
import { nextAttempts } from '../platform/jobs/waiting-jobs.ts'
import { visibleTo } from '../requests/visibility.ts'
import type { Policy } from '../settings/service.ts'
import type { Deps } from './deps.ts'
import { reportNote } from './notes.ts'
import { namesOf } from './queries.ts'
import { filesIn, removeFiles } from './run-files.ts'
import { deleteRun, findRun, type ListedRun, type RunRow } from './run-queries.ts'
import { isMeantFor, runsFor } from './visible-run-queries.ts'
import { checkMayMake, mayRead, type Viewer, viewerOf } from './viewer.ts'

const PAGE = 10

/** Runs of a report that the actor made or receives, newest first. */
export async function listRuns(
  { db, settings }: Deps,
  actor: Actor,
  reportId: string,
  { page = 1, limit = PAGE }: RunsQuery,
): Promise<RunList> {
  const viewer = viewerOf(actor)
  mayRead(viewer)
  const seesAll = visibleTo(viewer, await settings.policy()) === null
  const at = { limit, offset: (page - 1) * limit }
  const { runs, total } = await runsFor(db.read, { ...viewer, seesAll }, reportId, at)
  return { runs: await toRuns(db.read, runs), total }
}

/** One run with its document. */
export async function getRun(deps: Deps, actor: Actor, id: string): Promise<RunWithDocument> {
  const row = await getVisible(deps, actor, id)
  const [run] = await toRuns(deps.db.read, [row])
  // We wrote it ourselves from this type.
  return { ...run!, document: row.document === null ? null : (JSON.parse(row.document) as ReportDocument) }
}

/** A file of a run. */
export async function readRunFile(
  deps: Deps,
  actor: Actor,
  id: string,
  format: ReportFormat,
): Promise<{ file: RunFile; content: Readable }> {
  const row = await getVisible(deps, actor, id)
  const file = filesIn(row.files).find((one) => one.format === format)
  if (!file || row.state !== 'ready') throw new AppError('wrong-status', text('This report has no such file.'))
  const content = await deps.files.read(file.key)
  const details = { name: row.name, format: format.toUpperCase() }
  const about = { targetType: 'report-run', targetId: id, details }
  await deps.db
    .write((tx) => record(tx, deps.clock, { actorId: readerId(actor), action: 'report.read', ...about }))
    .catch((error: unknown) => {
      content.destroy()
      throw error
    })
  return { file, content }
}

/** Deletes a run of the actor's own with its files; one in progress is stopped. */
export async function removeRun({ db, files }: Deps, actor: Actor, id: string): Promise<void> {
  mayRead(viewerOf(actor))
  const row = await findRun(db.read, id)
  if (row?.owner_id !== actor.id) throw noSuchRun()
  await db.write((tx) => deleteRun(tx, id))
  await removeFiles(files, row.files)
}

async function getVisible({ db, settings }: Deps, actor: Actor, id: string): Promise<RunRow> {
  const viewer = viewerOf(actor)
  mayRead(viewer)
  const row = await findRun(db.read, id)
  if (!row) throw noSuchRun()
  await checkMaySee(db.read, viewer, row, await settings.policy())
  return row
}

/**
 * A run contains what its owner could see. Others may only read it if they see everybody's requests, and its owner only
 * while they still see as much as then.
 */
async function checkMaySee(reader: Reader, viewer: Viewer, row: RunRow, policy: Policy): Promise<void> {
  const seesAll = visibleTo(viewer, policy) === null
  const isOwn = row.owner_id === viewer.id
  if (!isOwn && !(seesAll && (await isMeantFor(reader, row.id, viewer)))) throw noSuchRun()
  checkMayMake(viewer, JSON.parse(row.content) as ReportContent, policy)
  if (!seesAll && row.sees_all === 1) {
    throw new AppError(
      'not-allowed',
      text('This report holds requests that you can no longer see. Please have it made again.'),
    )
  }
}

function noSuchRun(): AppError {
  return fieldError('not-found', 'id', text('There is no such run of a report.'))
}

async function toRuns(reader: Reader, rows: readonly ListedRun[]): Promise<ReportRun[]> {
  const names = await namesOf(reader, [...new Set(rows.map(({ owner_id }) => owner_id))])
  const retried = rows.filter(({ state }) => state === 'retrying').map(({ id }) => id)
  const attempts = await nextAttempts(reader, 'report-run', retried)
  return rows.map((row) => toRun(row, names, attempts.get(row.id) ?? null))
}

export function toRun(row: ListedRun, names: Awaited<ReturnType<typeof namesOf>>, retryAt: string | null): ReportRun {
  const files = filesIn(row.files)
  return {
    id: row.id,
    reportId: row.report_id,
    name: row.name,
    state: row.state,
    madeBy: names.get(row.owner_id) ?? null,
    isScheduled: row.schedule_id !== null,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    expiresAt: row.expires_at,
    done: files.length,
    total: (JSON.parse(row.formats) as string[]).length,
    rows: row.row_count,
    files:
      row.state === 'ready'
        ? files.map(({ format, fileName, size, checksum }) => ({ format, fileName, size, checksum }))
        : [],
    note: reportNote(row.note),
    retryAt,
  }
}
