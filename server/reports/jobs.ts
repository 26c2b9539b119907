import { mkdir, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { dateIn } from '../../shared/dates.ts'
import type { ReportContent } from '../../shared/reports/definition.ts'
import type { ReportDocument } from '../../shared/reports/document.ts'
import type { ReportFormat } from '../../shared/reports/runs.ts'
import { record } from '../audit/service.ts'
import type { Tx } from '../database/db.ts'
import { AppError } from '../errors.ts'
import { PARTIAL_FOLDER } from '../exports/jobs.ts'
import { reasonOf } from '../files/failures.ts'
import { putFile } from '../files/put-file.ts'
import type { Job, JobHandler, DeadLetterHandler } from '../jobs/runner.ts'
import { visibleTo } from '../requests/visibility.ts'
import type { Policy } from '../settings/service.ts'
import type { Deps } from './deps.ts'
import { writeList, writeReport } from './files.ts'
import { listIn, type MadeReport, makeReport, PREVIEW_ROWS, viewFor } from './make.ts'
import { ownerOf, Refused } from './owner.ts'
import { FOLDER, removeFiles, type StoredRunFile } from './run-files.ts'
import { changeRun, findRun, type RunRow } from './run-queries.ts'
import { MAX_ATTEMPTS } from './start-run.ts'
import { stopSchedule, timeZoneOf } from './schedule-queries.ts'
import { startDue } from './due-schedules.ts'
import { dropReportRuns, ENDED_IN_LAST_ATTEMPT } from './sweep.ts'
import type { Viewer } from './viewer.ts'

const Payload = z.object({ id: z.string() })

/** Jobs that make reports, for people and schedules, and delete expired ones. */
export function reportJobs(deps: Deps): Record<string, JobHandler> {
  return {
    'report-due': (job) => startDue(deps, job.signal),
    'report-run': async (job) => {
      const { id } = Payload.parse(job.payload)
      const row = await findRun(deps.db.read, id)
      // Deleted meanwhile: there is nothing left to do.
      if (!row || row.state === 'ready') return
      try {
        await makeRun(deps, job, row)
      } catch (error) {
        if (error instanceof Refused) return refuse(deps, job, row, error.message)
        if (!job.signal.aborted) await noteFailure(deps, row, job, error)
        throw error
      }
    },
    'drop-report-runs': (job) => dropReportRuns(deps, job),
  }
}

/** Marks a run as failed if its process died during the last attempt; the sweep removes its files. */
export function deadReportRuns(deps: Pick<Deps, 'clock'>): Record<string, DeadLetterHandler> {
  return {
    'report-run': async (tx, payload) => {
      const row = await findRun(tx, Payload.parse(payload).id)
      if (row) await endFailed(tx, deps, row, ENDED_IN_LAST_ATTEMPT)
    },
  }
}

/** Starts from scratch: files of an earlier attempt are deleted. */
async function makeRun(deps: Deps, job: Job, row: RunRow): Promise<void> {
  const { db, settings, clock, files } = deps
  const viewer = await ownerOf(db.read, row)
  const policy = await settings.policy()
  await removeFiles(files, row.files)
  await db.write((tx) => changeRun(tx, row.id, { state: 'running', files: '[]', note: null }))
  const content = JSON.parse(row.content) as ReportContent
  const formats = JSON.parse(row.formats) as ReportFormat[]
  // The schedule's time zone may already be in the next day.
  const timeZone = row.schedule_id === null ? undefined : await timeZoneOf(db.read, row.schedule_id)
  const wanted = { name: row.name, content, period: row.period, timeZone }
  const report = await makeReport(deps, viewer, wanted).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not-allowed' ? new Refused(error.message) : error
  })
  const { document } = report
  const made: StoredRunFile[] = []
  try {
    for (const format of formats) {
      job.signal.throwIfAborted()
      made.push(await makeFile(deps, { viewer, policy, report, content, row, format, signal: job.signal }))
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
    if (!isKept) await removeFiles(files, JSON.stringify(made))
  } catch (error) {
    await removeFiles(files, JSON.stringify(made))
    throw error
  }
}

interface FileTask {
  viewer: Viewer
  policy: Policy
  report: MadeReport
  content: ReportContent
  row: RunRow
  format: ReportFormat
  signal: AbortSignal
}

async function makeFile(deps: Deps, { viewer, policy, report, content, row, format, signal }: FileTask) {
  const { asOf } = report.document
  const folder = join(deps.config.dataDir, PARTIAL_FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${row.id}-${format}`)
  try {
    const list = listIn(content)
    const file =
      list && format !== 'pdf'
        ? (
            await writeList(
              deps,
              policy,
              {
                view: viewFor(viewer, policy, list.view, new Date(asOf)),
                columns: list.columns,
                format,
                path,
              },
              signal,
            )
          ).file
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

/** Fails a run whose owner may no longer have it, and stops its schedule: a retry would not help. */
async function refuse({ db, clock }: Deps, job: Job, row: RunRow, why: string): Promise<void> {
  await db.write(async (tx) => {
    await job.finishIn(tx)
    const note = row.schedule_id === null ? why : `${why} The schedule has stopped.`
    await changeRun(tx, row.id, { state: 'failed', note, ended_at: clock().toISOString() })
    if (row.schedule_id === null) return
    await stopSchedule(tx, row.schedule_id, why)
    const about = { targetType: 'report', targetId: row.report_id, details: { name: row.name, why } }
    await record(tx, clock, { actorId: row.owner_id, action: 'report.schedule-stopped', address: null, ...about })
  })
}

/** Stores why there is no report yet, for the people who wait for it. */
async function noteFailure({ db, clock }: Deps, row: RunRow, job: Job, error: unknown): Promise<void> {
  const note = `The report could not be made. ${reasonOf(error) ?? 'The server met an error that it did not expect.'}`
  const givenUp = `It was tried ${MAX_ATTEMPTS} times; an administrator finds it among the failed jobs.`
  await db.write(async (tx) => {
    if (job.attempt >= MAX_ATTEMPTS) await endFailed(tx, { clock }, row, `${note} ${givenUp}`)
    else await changeRun(tx, row.id, { state: 'retrying', files: '[]', note, ended_at: null })
  })
}

async function endFailed(tx: Tx, { clock }: Pick<Deps, 'clock'>, row: RunRow, note: string): Promise<void> {
  await changeRun(tx, row.id, { state: 'failed', files: '[]', note, ended_at: clock().toISOString() })
  const about = { targetType: 'report-run', targetId: row.id, details: { name: row.name } }
  await record(tx, clock, { actorId: row.owner_id, action: 'report.failed', address: null, ...about })
}
