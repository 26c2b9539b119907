import { mkdir, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { dateIn } from '../../shared/dates.ts'
import type { ReportContent } from '../../shared/reports/definition.ts'
import type { ReportDocument } from '../../shared/reports/document.ts'
import type { ReportFormat } from '../../shared/reports/runs.ts'
import { record } from '../audit/service.ts'
import type { Tx } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import { PARTIAL_FOLDER } from './exports/jobs.ts'
import { putFile } from '../platform/files/put-file.ts'
import type { Job } from '../platform/jobs/job.ts'
import { announceTo } from '../notices/deps.ts'
import { tellReady, tookLong } from '../notices/ready.ts'
import { visibleTo } from '../requests/visibility.ts'
import type { Policy } from '../settings/service.ts'
import type { Deps } from './deps.ts'
import { writeList, writeReport } from './files.ts'
import { type MadeReport, makeReport } from './make.ts'
import { listIn, PREVIEW_ROWS, viewFor } from './listed-requests.ts'
import { ownerOf, Refused } from './owner.ts'
import { FOLDER, removeFiles, type StoredRunFile } from './run-files.ts'
import { changeRun, type RunRow } from './run-queries.ts'
import { TELL_READERS } from './tell-readers.ts'
import { timeZoneOf } from './schedule-queries.ts'
import type { Viewer } from './viewer.ts'

/** Starts from scratch: files of an earlier attempt are deleted. */
export async function makeRun(deps: Deps, job: Job, row: RunRow): Promise<void> {
  const { db, settings, clock, files } = deps
  const viewer = await ownerOf(db.read, row)
  const policy = await settings.policy()
  await removeFiles(files, row.files)
  await db.write((tx) => changeRun(tx, row.id, { state: 'running', files: '[]', note: null }))
  const content = JSON.parse(row.content) as ReportContent
  const formats = JSON.parse(row.formats) as ReportFormat[]
  // The schedule's time zone may already be in the next day.
  const timeZone = row.schedule_id === null ? undefined : await timeZoneOf(db.read, row.schedule_id)
  const input = { name: row.name, content, period: row.period, timeZone }
  const report = await makeReport(deps, viewer, input).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not-allowed'
      ? new Refused({ code: 'not-allowed', name: row.name })
      : error
  })
  const { document } = report
  const made: StoredRunFile[] = []
  try {
    for (const format of formats) {
      job.signal.throwIfAborted()
      made.push(await makeFile(deps, { viewer, policy, report, row, format, signal: job.signal }))
      await db.write((tx) => changeRun(tx, row.id, { files: JSON.stringify(made) }))
    }
    const shown = cut(document)
    const isKept = await db.write(async (tx) => {
      await job.finishIn(tx)
      const details = {
        name: row.name,
        formats: formats.map((one) => one.toUpperCase()).join(', '),
        rows: rowsIn(document),
        checksums: made.map(({ checksum }) => checksum).join(', '),
      }
      const about = { targetType: 'report-run', targetId: row.id, details }
      await record(tx, clock, { actorId: row.owner_id, action: 'report.made', address: null, ...about })
      await tellOwner(tx, row, rowsIn(document), clock())
      if (row.schedule_id !== null) await deps.queue.add(tx, { kind: TELL_READERS, payload: { id: row.id } })
      return changeRun(tx, row.id, {
        state: 'ready',
        files: JSON.stringify(made),
        document: JSON.stringify(shown),
        row_count: rowsIn(document),
        sees_all: visibleTo(viewer, policy) === null ? 1 : 0,
        ended_at: clock().toISOString(),
        note: null,
      })
    })
    if (isKept) announceTo(deps, [row.owner_id])
    else await removeFiles(files, JSON.stringify(made))
  } catch (error) {
    await removeFiles(files, JSON.stringify(made))
    throw error
  }
}

/** Of a report that they scheduled, or that took so long that they have probably turned to other things. */
async function tellOwner(tx: Tx, row: RunRow, rows: number, now: Date): Promise<void> {
  if (row.schedule_id === null && !tookLong(row.created_at, now)) return
  await tellReady(tx, {
    personId: row.owner_id,
    code: 'report-ready',
    reason: row.schedule_id === null ? 'started' : 'scheduled',
    targetId: row.id,
    path: `/reports/${row.report_id}?run=${row.id}`,
    rows,
    at: now.toISOString(),
  })
}

interface FileTask {
  viewer: Viewer
  policy: Policy
  report: MadeReport
  row: RunRow
  format: ReportFormat
  signal: AbortSignal
}

async function makeFile(deps: Deps, { viewer, policy, report, row, format, signal }: FileTask) {
  const { asOf } = report.document
  const folder = join(deps.config.dataDir, PARTIAL_FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${row.id}-${format}`)
  try {
    const list = listIn(report.content)
    const view = list && viewFor(viewer, policy, list.view, new Date(asOf))
    const file =
      view && format !== 'pdf'
        ? await writeList(deps, policy, { view, columns: list.columns, format, path }, signal)
        : await writeReport(report, { format, path, signal })
    const key = `${FOLDER}${row.id}-${randomUUID()}`
    await putFile(deps.files, key, path, file.size)
    const day = dateIn(policy.timeZone, new Date(asOf))
    return { format, key, fileName: `${plainName(row.name)} ${day}.${format}`, ...file }
  } finally {
    await rm(path, { force: true })
  }
}

/** Letters with their marks and joiners, digits and punctuation that every system accepts in a file name. */
function plainName(name: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Join_Control} _.,()-]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  // By code points, because half a surrogate pair cannot be encoded in a header.
  return Array.from(plain).slice(0, 80).join('') || 'Report'
}

/** The part of a document that the page shows. */
function cut(document: ReportDocument): ReportDocument {
  const blocks = document.blocks.map((block) =>
    block.kind === 'table' ? { ...block, rows: block.rows.slice(0, PREVIEW_ROWS) } : block,
  )
  return { ...document, blocks }
}

/** Rows of all tables, also of those that the page cuts. */
function rowsIn({ blocks }: ReportDocument): number {
  return blocks.reduce((sum, block) => sum + (block.kind === 'table' ? block.total : 0), 0)
}
