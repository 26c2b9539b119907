import { randomUUID } from 'node:crypto'
import type {
  ListedReport,
  NewReport,
  PreviewWanted,
  Report,
  ReportChange,
  ReportContent,
  ReportList,
} from '../../shared/reports/definition.ts'
import type { ReportDocument } from '../../shared/reports/document.ts'
import { isReady, READY_KEYS, READY_REPORTS, type ReadyReport, readyReport } from '../../shared/reports/ready.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/service.ts'
import { oneAtATime } from '../database/dialect.ts'
import type { Reader, Tx } from '../database/db.ts'
import { AppError } from '../errors.ts'
import { ALWAYS, type Once } from '../idempotency/once.ts'
import { visibleTo } from '../requests/visibility.ts'
import { parsePermissions } from '../roles/permissions.ts'
import { holdsOneOf } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { makeReport } from './make.ts'
import {
  countReportsOf,
  deleteReport,
  findReport,
  insertReport,
  namesOf,
  readersOf,
  type ReportRow,
  reportsFor,
  reportsWith,
  rolesWith,
  updateReport,
} from './queries.ts'
import { removeFiles } from './run-files.ts'
import { lastRunsFor } from './run-queries.ts'
import { activeSchedules, schedulesOf } from './schedule-queries.ts'
import { mayRead, type Viewer, viewerOf } from './viewer.ts'

/** Of one person. */
const MOST_REPORTS = 100
const MOST_LISTED = 500
const MOST_SCHEDULES = 2000
const MOST_RUNS_LOOKED_AT = 500

/** Ready reports that the actor may have, and saved ones that they own or share, each with its last and next run. */
export async function listReports({ db, settings }: Deps, actor: Actor): Promise<ReportList> {
  const viewer = viewerOf(actor)
  mayRead(viewer)
  const seesAll = visibleTo(viewer, await settings.policy()) === null
  const [rows, lastRuns, nextRuns, roles] = await Promise.all([
    reportsFor(db.read, viewer, MOST_LISTED),
    lastRunsFor(db.read, { ...viewer, seesAll }, MOST_RUNS_LOOKED_AT),
    nextRunsFor(db.read, viewer),
    rolesWith(db.read),
  ])
  const ready = READY_KEYS.filter((key) => mayHave(viewer, key, seesAll)).map(readyAsReport)
  const shared = rows.filter((row) => isSharedWith(row, viewer))
  const sent = [...nextRuns.keys()].filter((id) => !isReady(id) && shared.every((row) => row.id !== id))
  const saved = await withOwners(db.read, [...shared, ...(await reportsWith(db.read, sent))])
  return {
    reports: [...ready, ...saved].map((report): ListedReport => {
      const last = lastRuns.get(report.id)
      return {
        ...report,
        nextRunAt: nextRuns.get(report.id) ?? null,
        lastRun: last ? { id: last.id, state: last.state, at: last.created_at } : null,
      }
    }),
    roles: roles.flatMap(({ id, name, permissions }) =>
      parsePermissions(permissions).includes('reports.export') ? [{ id, name }] : [],
    ),
  }
}

function mayHave(viewer: Viewer, key: ReadyReport, seesAll: boolean): boolean {
  const { needs } = readyReport(key)
  return (!needs || holdsOneOf(viewer, [needs])) && (key !== 'ai-quality' || seesAll)
}

/** When each report is made next for a person, as its owner or a recipient. */
async function nextRunsFor(reader: Reader, viewer: Viewer): Promise<Map<string, string>> {
  const next = new Map<string, string>()
  const [person, role] = readersOf(viewer)
  for (const { report_id, owner_id, recipients, next_at } of await activeSchedules(reader, MOST_SCHEDULES)) {
    const meant = readersIn(recipients)
    if (owner_id !== viewer.id && !meant.includes(person!) && !meant.includes(role!)) continue
    if (!next.has(report_id)) next.set(report_id, next_at!)
  }
  return next
}

/** @param recipients as they are stored */
export function readersIn(recipients: string): string[] {
  const { people, roles } = JSON.parse(recipients) as { people: string[]; roles: string[] }
  return [...people.map((id) => `person:${id}`), ...roles.map((id) => `role:${id}`)]
}

/** A report that the actor owns or shares, or a ready one. */
export async function getReport({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<Report> {
  const viewer = viewerOf(actor)
  mayRead(viewer)
  return reportFor(db.read, viewer, id)
}

/** @throws AppError `not-found` for one that is neither their own, nor shared with their role, nor sent to them, too */
export async function reportFor(reader: Reader, viewer: Viewer, id: string): Promise<Report> {
  if (isReady(id)) return readyAsReport(id)
  const row = await findReport(reader, id)
  if (!row || !(isSharedWith(row, viewer) || (await isRecipient(reader, viewer, id)))) throw noSuchReport()
  return (await withOwners(reader, [row]))[0]!
}

/** Who receives what is made of a report reads it on the report's page. */
async function isRecipient(reader: Reader, viewer: Viewer, reportId: string): Promise<boolean> {
  const mine = readersOf(viewer)
  const schedules = await schedulesOf(reader, reportId)
  return schedules.some(({ recipients }) => readersIn(recipients).some((one) => mine.includes(one)))
}

function noSuchReport(): AppError {
  const message = 'There is no such report.'
  return new AppError('not-found', message, { details: [{ path: 'id', message }] })
}

function isSharedWith(row: ReportRow, { id, role }: Pick<Viewer, 'id' | 'role'>): boolean {
  return row.owner_id === id || (JSON.parse(row.shared_with) as string[]).includes(role)
}

/** A report as it would be now. Nothing is stored. */
export async function previewReport(deps: Deps, actor: Actor, wanted: PreviewWanted): Promise<ReportDocument> {
  const { content, period = null } = wanted
  const name = wanted.name ?? (content.kind === 'ready' ? READY_REPORTS[content.ready].name : 'New report')
  return (await makeReport(deps, viewerOf(actor), { name, content, period })).document
}

/** Saves a report of the actor's own. */
export async function createReport(
  { db, clock }: Deps,
  actor: Actor,
  wanted: NewReport,
  once: Once = ALWAYS,
): Promise<Report> {
  mayRead(viewerOf(actor))
  return db.write((tx) =>
    once.run(tx, async () => {
      await oneAtATime(tx, `reports of ${actor.id}`)
      if ((await countReportsOf(tx, actor.id)) >= MOST_REPORTS) {
        throw new AppError('quota-reached', `You have ${MOST_REPORTS} reports. Please delete some first.`)
      }
      await checkRoles(tx, wanted.sharedWith)
      const at = clock().toISOString()
      const id = randomUUID()
      const row = { id, owner_id: actor.id, ...stored(wanted), version: 1, created_at: at, updated_at: at }
      await insertReport(tx, row)
      const details = { name: wanted.name, sharedWith: wanted.sharedWith }
      await record(tx, clock, {
        actorId: actor.id,
        action: 'report.created',
        targetType: 'report',
        targetId: id,
        details,
      })
      return reportFor(tx, viewerOf(actor), id)
    }),
  )
}

/**
 * Changes a report of the actor's own.
 * @throws AppError `not-allowed` for one that is shared with them; `stale-version` with the present one when it was changed since
 */
export async function changeReport(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  change: ReportChange,
): Promise<Report> {
  const viewer = viewerOf(actor)
  mayRead(viewer)
  return db.write(async (tx) => {
    const before = await getOwn(tx, viewer, id)
    await checkRoles(tx, change.sharedWith)
    const at = clock().toISOString()
    if (!(await updateReport(tx, id, change.version, { ...stored(change), updated_at: at }))) {
      const current = await reportFor(tx, viewer, id)
      throw new AppError('stale-version', 'This report was changed elsewhere since you opened it.', {
        extra: { current },
      })
    }
    const sharedWith = { before: JSON.parse(before.shared_with) as string[], after: change.sharedWith }
    const details = { name: change.name, sharedWith }
    await record(tx, clock, {
      actorId: actor.id,
      action: 'report.changed',
      targetType: 'report',
      targetId: id,
      details,
    })
    return reportFor(tx, viewer, id)
  })
}

/** Deletes a report of the actor's own with its schedules, its runs and their files. */
export async function removeReport({ db, clock, files }: Deps, actor: Actor, id: string): Promise<void> {
  const viewer = viewerOf(actor)
  mayRead(viewer)
  const left = await db.write(async (tx) => {
    const { name } = await getOwn(tx, viewer, id)
    const lists = await deleteReport(tx, id)
    const details = { name }
    await record(tx, clock, {
      actorId: actor.id,
      action: 'report.deleted',
      targetType: 'report',
      targetId: id,
      details,
    })
    return lists
  })
  for (const list of left) await removeFiles(files, list)
}

function stored({ name, content, sharedWith }: NewReport) {
  return { name, content: JSON.stringify(content), shared_with: JSON.stringify(sharedWith) }
}

async function getOwn(tx: Tx, viewer: Viewer, id: string): Promise<ReportRow> {
  const row = isReady(id) ? undefined : await findReport(tx, id)
  if (row?.owner_id === viewer.id) return row
  await reportFor(tx, viewer, id)
  throw new AppError('not-allowed', 'Only its owner can change this report. You can save it as one of your own.')
}

/** @throws AppError `bad-input` for a role that there is not */
export async function checkRoles(tx: Tx, wanted: readonly string[], path = 'sharedWith'): Promise<void> {
  if (wanted.length === 0) return
  const known = new Set((await rolesWith(tx)).map(({ id }) => id))
  if (wanted.every((id) => known.has(id))) return
  const message = 'There is no such role'
  throw new AppError('bad-input', message, { details: [{ path, message }] })
}

function readyAsReport(key: ReadyReport): Report {
  const { name } = READY_REPORTS[key]
  const content: ReportContent = { kind: 'ready', ready: key }
  return { id: key, name, content, owner: null, sharedWith: [], version: 0, updatedAt: null }
}

async function withOwners(reader: Reader, rows: readonly ReportRow[]): Promise<Report[]> {
  const names = await namesOf(reader, [...new Set(rows.map(({ owner_id }) => owner_id))])
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    // Both were checked by their contract before they were stored.
    content: JSON.parse(row.content) as ReportContent,
    owner: names.get(row.owner_id) ?? null,
    sharedWith: JSON.parse(row.shared_with) as string[],
    version: row.version,
    updatedAt: row.updated_at,
  }))
}
