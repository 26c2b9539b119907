import { randomUUID } from 'node:crypto'
import type { NewReport, PreviewWanted, Report, ReportChange, ReportContent } from '../../shared/reports/definition.ts'
import type { ReportDocument } from '../../shared/reports/document.ts'
import { fullName } from '../../shared/users.ts'
import { isReady, READY_REPORTS, type ReadyReport } from '../../shared/reports/ready.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/service.ts'
import { lockByName } from '../database/dialect.ts'
import type { Reader, Tx } from '../database/db.ts'
import { AppError, fieldError } from '../errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../idempotency/idempotent-call.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { makeReport } from './make.ts'
import {
  activeAmong,
  countReportsOf,
  deleteReport,
  findReport,
  transferReport,
  insertReport,
  namesOf,
  readersOf,
  type ReportRow,
  rolesWith,
  updateReport,
} from './queries.ts'
import { removeFiles } from './run-files.ts'
import { receivesRunsOf } from './run-queries.ts'
import { deleteScheduleOf, schedulesOf } from './schedule-queries.ts'
import { mayRead, type Viewer, viewerOf } from './viewer.ts'

/** Limit per person. */
const MAX_REPORTS = 100

/** @param recipients as stored */
export function readersIn(recipients: string): string[] {
  const { people, roles } = JSON.parse(recipients) as { people: string[]; roles: string[] }
  return [...people.map((id) => `person:${id}`), ...roles.map((id) => `role:${id}`)]
}

/** A report that the actor may read: their own, shared with them, or ready-made. */
export async function getReport({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<Report> {
  const viewer = viewerOf(actor)
  mayRead(viewer)
  return reportFor(db.read, viewer, id)
}

/**
 * @param isForSchedule for a scheduled run of the viewer's: a run received in the past does not keep their schedule going
 * @throws AppError `not-found`, also for a report that is neither the viewer's own, nor shared with their role, nor sent
 * to them, nor left to them by a deactivated owner
 */
export async function reportFor(reader: Reader, viewer: Viewer, id: string, isForSchedule = false): Promise<Report> {
  if (isReady(id)) return readyAsReport(id)
  const row = await findReport(reader, id)
  const maySee =
    row &&
    (isSharedWith(row, viewer) ||
      (await isRecipient(reader, viewer, id)) ||
      // They read its runs on its page, also after the schedule has ended.
      (!isForSchedule && (await receivesRunsOf(reader, viewer, id))) ||
      (await isLeftTo(reader, viewer, row)))
  if (!maySee) throw noSuchReport()
  return (await withOwners(reader, [row]))[0]!
}

/** Whether somebody else's schedule sends it to the viewer. */
async function isRecipient(reader: Reader, viewer: Viewer, reportId: string): Promise<boolean> {
  const mine = readersOf(viewer)
  const schedules = await schedulesOf(reader, reportId)
  return schedules.some(
    ({ owner_id, recipients }) => owner_id !== viewer.id && readersIn(recipients).some((one) => mine.includes(one)),
  )
}

function noSuchReport(): AppError {
  return fieldError('not-found', 'id', 'There is no such report.')
}

export function isSharedWith(row: ReportRow, { id, role }: Pick<Viewer, 'id' | 'role'>): boolean {
  return row.owner_id === id || (JSON.parse(row.shared_with) as string[]).includes(role)
}

/** The report for the present data, without storing anything. */
export async function previewReport(deps: Deps, actor: Actor, wanted: PreviewWanted): Promise<ReportDocument> {
  const { content, period = null } = wanted
  const name = wanted.name ?? (content.kind === 'ready' ? READY_REPORTS[content.ready].name : 'New report')
  return (await makeReport(deps, viewerOf(actor), { name, content, period })).document
}

/** Saves a new report, owned by the actor. */
export async function createReport(
  { db, clock }: Deps,
  actor: Actor,
  wanted: NewReport,
  once: IdempotentCall = WITHOUT_KEY,
): Promise<Report> {
  mayRead(viewerOf(actor))
  return db.write((tx) =>
    once.run(tx, async () => {
      await lockByName(tx, `reports of ${actor.id}`)
      await checkQuota(tx, actor.id)
      await existingRoles(tx, wanted.sharedWith)
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
 * @throws AppError `not-allowed` for one that is only shared with them; `stale-version` with the current one after a
 * concurrent change
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
    const formerRoles = JSON.parse(before.shared_with) as string[]
    const sharedWith = await existingRoles(tx, change.sharedWith, formerRoles)
    const at = clock().toISOString()
    if (!(await updateReport(tx, id, change.version, { ...stored({ ...change, sharedWith }), updated_at: at }))) {
      const current = await reportFor(tx, viewer, id)
      throw new AppError('stale-version', 'This report was changed elsewhere since you opened it.', {
        extra: { current },
      })
    }
    const details = { name: change.name, sharedWith: { before: formerRoles, after: sharedWith } }
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

/** Deletes a report of the actor's own, or of a deactivated owner, with its schedules, its runs and their files. */
export async function removeReport({ db, clock, files }: Deps, actor: Actor, id: string): Promise<void> {
  const viewer = viewerOf(actor)
  mayRead(viewer)
  const left = await db.write(async (tx) => {
    const { name, owner_id } = await getOwnOrLeft(tx, viewer, id)
    const lists = await deleteReport(tx, id)
    const details = { name, ...(owner_id !== viewer.id && { owner: await nameOf(tx, owner_id) }) }
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

/**
 * Transfers a report of a deactivated owner to the actor. The owner's schedule is deleted; recipients keep the runs.
 * @throws AppError `not-allowed` while its owner has an active account; `quota-reached`
 */
export async function takeOverReport({ db, clock }: Deps, actor: Actor, id: string): Promise<Report> {
  const viewer = viewerOf(actor)
  mayRead(viewer)
  requirePermission(viewer, 'team.manage', 'take over the reports of others')
  return db.write(async (tx) => {
    await lockByName(tx, `reports of ${actor.id}`)
    const row = await getOwnOrLeft(tx, viewer, id)
    if (row.owner_id === actor.id) return reportFor(tx, viewer, id)
    await checkQuota(tx, actor.id)
    if (!(await transferReport(tx, row, { ownerId: actor.id, at: clock().toISOString() }))) throw notOwner()
    await deleteScheduleOf(tx, id, row.owner_id)
    await record(tx, clock, {
      actorId: actor.id,
      action: 'report.taken-over',
      targetType: 'report',
      targetId: id,
      details: { name: row.name, owner: await nameOf(tx, row.owner_id) },
    })
    return reportFor(tx, viewer, id)
  })
}

function stored({ name, content, sharedWith }: NewReport) {
  return { name, content: JSON.stringify(content), shared_with: JSON.stringify(sharedWith) }
}

async function getOwn(tx: Tx, viewer: Viewer, id: string): Promise<ReportRow> {
  const row = isReady(id) ? undefined : await findReport(tx, id)
  if (row?.owner_id === viewer.id) return row
  await reportFor(tx, viewer, id)
  throw notOwner()
}

async function getOwnOrLeft(tx: Tx, viewer: Viewer, id: string): Promise<ReportRow> {
  const row = isReady(id) ? undefined : await findReport(tx, id)
  return row && (await isLeftTo(tx, viewer, row)) ? row : getOwn(tx, viewer, id)
}

function notOwner(): AppError {
  return new AppError('not-allowed', 'Only its owner can change this report. You can save it as one of your own.')
}

export function mayTakeOver(viewer: Viewer): boolean {
  return viewer.permissions.has('team.manage')
}

async function isLeftTo(reader: Reader, viewer: Viewer, { owner_id }: ReportRow): Promise<boolean> {
  return mayTakeOver(viewer) && !(await activeAmong(reader, [owner_id])).has(owner_id)
}

async function checkQuota(tx: Tx, ownerId: string): Promise<void> {
  if ((await countReportsOf(tx, ownerId)) < MAX_REPORTS) return
  throw new AppError('quota-reached', `You have ${MAX_REPORTS} reports. Please delete some first.`)
}

async function nameOf(reader: Reader, id: string): Promise<string> {
  return fullName((await namesOf(reader, [id])).get(id) ?? null)
}

/**
 * The wanted roles that exist. A role that was stored before and has been deleted since is left out: no form lists it, so
 * nobody could remove it by hand.
 * @throws AppError `bad-input` for a role that neither exists nor was stored before
 */
export async function existingRoles(
  tx: Tx,
  wanted: readonly string[],
  former: readonly string[] = [],
  path = 'sharedWith',
): Promise<string[]> {
  if (wanted.length === 0) return []
  const known = new Set((await rolesWith(tx)).map(({ id }) => id))
  if (wanted.every((id) => known.has(id) || former.includes(id))) return wanted.filter((id) => known.has(id))
  throw fieldError('bad-input', path, 'There is no such role')
}

export function readyAsReport(key: ReadyReport): Report {
  const { name } = READY_REPORTS[key]
  const content: ReportContent = { kind: 'ready', ready: key }
  return { id: key, name, content, owner: null, ownerIsGone: false, sharedWith: [], version: 0, updatedAt: null }
}

export async function withOwners(reader: Reader, rows: readonly ReportRow[]): Promise<Report[]> {
  const owners = [...new Set(rows.map(({ owner_id }) => owner_id))]
  const names = await namesOf(reader, owners)
  const active = await activeAmong(reader, owners)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    // Both were validated by their contract before they were stored.
    content: JSON.parse(row.content) as ReportContent,
    owner: names.get(row.owner_id) ?? null,
    ownerIsGone: !active.has(row.owner_id),
    sharedWith: JSON.parse(row.shared_with) as string[],
    version: row.version,
    updatedAt: row.updated_at,
  }))
}
