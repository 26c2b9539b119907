import { randomUUID } from 'node:crypto'
import type { NewReport, PreviewWanted, Report, ReportChange } from '../../shared/reports/definition.ts'
import type { ReportDocument } from '../../shared/reports/document.ts'
import type { AuditAction } from '../../shared/audit-actions.ts'
import { fullName } from '../../shared/users.ts'
import { READY_REPORTS } from '../../shared/reports/ready.ts'
import { text } from '../../shared/texts/say.ts'
import type { Actor } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import { lockByName } from '../platform/database/dialect.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../platform/idempotency/idempotent-call.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { makeReport } from './make.ts'
import { countReportsOf, deleteReport, transferReport, insertReport, namesOf, updateReport } from './queries.ts'
import { removeFiles } from './run-files.ts'
import { deleteScheduleOf } from './schedule-queries.ts'
import { mayRead, viewerOf } from './viewer.ts'
import { reportFor, getOwn, getOwnedOrOrphaned, notOwner } from './report-access.ts'
import { existingRoles } from './existing-roles.ts'

/** Limit per person. */
const MAX_REPORTS = 100

/** A report that the actor may read: their own, shared with them, or ready-made. */
export async function getReport({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<Report> {
  const viewer = viewerOf(actor)
  mayRead(viewer)
  return reportFor(db.read, viewer, id)
}

/** The report for the present data, without storing anything. */
export async function previewReport(deps: Deps, actor: Actor, input: PreviewWanted): Promise<ReportDocument> {
  const { content, period = null } = input
  const name = input.name ?? (content.kind === 'ready' ? READY_REPORTS[content.ready].name : 'New report')
  return (await makeReport(deps, viewerOf(actor), { name, content, period })).document
}

/** Saves a new report, owned by the actor. */
export async function createReport(
  { db, clock }: Deps,
  actor: Actor,
  input: NewReport,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<Report> {
  mayRead(viewerOf(actor))
  return db.write((tx) =>
    idempotency.run(tx, async () => {
      await lockByName(tx, `reports of ${actor.id}`)
      await checkQuota(tx, actor.id)
      await existingRoles(tx, input.sharedWith)
      const at = clock().toISOString()
      const id = randomUUID()
      const row = { id, owner_id: actor.id, ...stored(input), version: 1, created_at: at, updated_at: at }
      await insertReport(tx, row)
      const details = { name: input.name, sharedWith: input.sharedWith }
      await audit(tx, clock, actor, 'report.created', id, details)
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
      throw new AppError('stale-version', text('This report was changed elsewhere since you opened it.'), {
        extra: { current },
      })
    }
    const details = { name: change.name, sharedWith: { before: formerRoles, after: sharedWith } }
    await audit(tx, clock, actor, 'report.changed', id, details)
    return reportFor(tx, viewer, id)
  })
}

/** Deletes a report of the actor's own, or of a deactivated owner, with its schedules, its runs and their files. */
export async function removeReport({ db, clock, files }: Deps, actor: Actor, id: string): Promise<void> {
  const viewer = viewerOf(actor)
  mayRead(viewer)
  const left = await db.write(async (tx) => {
    const { name, owner_id } = await getOwnedOrOrphaned(tx, viewer, id)
    const lists = await deleteReport(tx, id)
    const details = { name, ...(owner_id !== viewer.id && { owner: await nameOf(tx, owner_id) }) }
    await audit(tx, clock, actor, 'report.deleted', id, details)
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
    const row = await getOwnedOrOrphaned(tx, viewer, id)
    if (row.owner_id === actor.id) return reportFor(tx, viewer, id)
    await checkQuota(tx, actor.id)
    if (!(await transferReport(tx, row, { ownerId: actor.id, at: clock().toISOString() }))) throw notOwner()
    await deleteScheduleOf(tx, id, row.owner_id)
    await audit(tx, clock, actor, 'report.taken-over', id, { name: row.name, owner: await nameOf(tx, row.owner_id) })
    return reportFor(tx, viewer, id)
  })
}

async function audit(tx: Tx, clock: () => Date, actor: Actor, action: AuditAction, id: string, details: object) {
  await record(tx, clock, { actorId: actor.id, action, targetType: 'report', targetId: id, details: { ...details } })
}

function stored({ name, content, sharedWith }: NewReport) {
  return { name, content: JSON.stringify(content), shared_with: JSON.stringify(sharedWith) }
}

async function checkQuota(tx: Tx, ownerId: string): Promise<void> {
  if ((await countReportsOf(tx, ownerId)) < MAX_REPORTS) return
  throw new AppError('quota-reached', text('You have {most} reports. Please delete some first.', { most: MAX_REPORTS }))
}

async function nameOf(reader: Reader, id: string): Promise<string> {
  return fullName((await namesOf(reader, [id])).get(id) ?? null)
}
