import type { Report } from '../../shared/reports/definition.ts'
import { isReady } from '../../shared/reports/ready.ts'
import { text } from '../../shared/texts/say.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { AppError, fieldError } from '../platform/errors.ts'
import { activeAmong, findReport, readersOf, type ReportRow, readersIn } from './queries.ts'
import { receivesRunsOf } from './visible-run-queries.ts'
import { schedulesOf } from './schedule-queries.ts'
import type { Viewer } from './viewer.ts'
import { readyAsReport, withOwners } from './stored-report.ts'

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
  return fieldError('not-found', 'id', text('There is no such report.'))
}

export function isSharedWith(row: ReportRow, { id, role }: Pick<Viewer, 'id' | 'role'>): boolean {
  return row.owner_id === id || (JSON.parse(row.shared_with) as string[]).includes(role)
}

export async function getOwn(tx: Tx, viewer: Viewer, id: string): Promise<ReportRow> {
  const row = isReady(id) ? undefined : await findReport(tx, id)
  if (row?.owner_id === viewer.id) return row
  await reportFor(tx, viewer, id)
  throw notOwner()
}

export async function getOwnedOrOrphaned(tx: Tx, viewer: Viewer, id: string): Promise<ReportRow> {
  const row = isReady(id) ? undefined : await findReport(tx, id)
  return row && (await isLeftTo(tx, viewer, row)) ? row : getOwn(tx, viewer, id)
}

export function notOwner(): AppError {
  return new AppError('not-allowed', text('Only its owner can change this report. You can save it as one of your own.'))
}

export function mayTakeOver(viewer: Viewer): boolean {
  return viewer.permissions.has('team.manage')
}

async function isLeftTo(reader: Reader, viewer: Viewer, { owner_id }: ReportRow): Promise<boolean> {
  return mayTakeOver(viewer) && !(await activeAmong(reader, [owner_id])).has(owner_id)
}
