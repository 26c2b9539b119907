import { randomUUID } from 'node:crypto'
import type { Recipients, Schedule, ScheduleChange, ScheduleList } from '../../shared/reports/schedule.ts'
import type { Actor } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import type { Tx } from '../platform/database/db.ts'
import { lockByName } from '../platform/database/dialect.ts'
import { AppError, fieldError } from '../platform/errors.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { nextTime } from './next-time.ts'
import { activeAmong, findReport, namesOf, readersOf, readersIn } from './queries.ts'
import {
  countSchedulesOf,
  deleteSchedule,
  findOwn,
  insertSchedule,
  type ScheduleRow,
  schedulesOf,
  updateSchedule,
} from './schedule-queries.ts'
import { existingRoles } from './existing-roles.ts'
import { reportFor } from './report-access.ts'
import { checkMayMake, mayRead, type Viewer, viewerOf } from './viewer.ts'
import { isReady, READY_REPORTS } from '../../shared/reports/ready.ts'
import { text } from '../../shared/texts/say.ts'
import { columnsOf, toSchedule } from './stored-schedule.ts'
import { scheduleDueCheck } from './due-schedules.ts'

/** Limit per person. */
const MAX_SCHEDULES = 50

/** The actor's own schedule of a report, and those whose runs they receive. */
export async function listSchedules({ db }: Deps, actor: Actor, reportId: string): Promise<ScheduleList> {
  const viewer = viewerOf(actor)
  mayRead(viewer)
  const rows = await schedulesOf(db.read, reportId)
  const mine = readersOf(viewer)
  const shown = rows.filter(
    (row) => row.owner_id === viewer.id || readersIn(row.recipients).some((one) => mine.includes(one)),
  )
  const names = await namesOf(db.read, [...new Set(shown.map(({ owner_id }) => owner_id))])
  const schedules = shown.map((row) => toSchedule(row, names))
  return {
    own: schedules.find(({ owner }) => owner.id === viewer.id) ?? null,
    received: schedules.filter(({ owner }) => owner.id !== viewer.id),
  }
}

/**
 * Sets when a report is made for the actor and their recipients. Restarts a stopped schedule.
 * @throws AppError `stale-version` with the current one after a concurrent change
 */
export async function setSchedule(
  deps: Deps,
  actor: Actor,
  reportId: string,
  input: ScheduleChange,
): Promise<Schedule> {
  const { db, clock, settings } = deps
  const viewer = mayScheduleAs(actor)
  const policy = await settings.policy()
  const report = await reportFor(db.read, viewer, reportId)
  // As its first run would find.
  await reportFor(db.read, viewer, reportId, true).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw new AppError('not-allowed', text('This report is not shared with you, so it cannot be scheduled.'))
  })
  checkMayMake(viewer, report.content, policy)
  const { version, recipients: wantedRecipients, formats, period, ...when } = input
  const next = nextTime(when, clock()).toISOString()
  const timed = {
    report_id: reportId,
    owner_id: actor.id,
    ...columnsOf(when),
    period: period ?? null,
    formats: JSON.stringify(formats),
    next_at: next,
    note: null,
  }
  return db.write(async (tx) => {
    await lockByName(tx, `report schedules of ${actor.id}`)
    const before = await findOwn(tx, reportId, actor.id)
    const row = { ...timed, recipients: JSON.stringify(await checkedRecipients(tx, wantedRecipients, before)) }
    if ((before?.version ?? 0) !== version) throw await conflict(tx, before)
    const id = before?.id ?? randomUUID()
    if (before) await updateSchedule(tx, id, version, row)
    else {
      if ((await countSchedulesOf(tx, actor.id)) >= MAX_SCHEDULES) {
        throw new AppError(
          'quota-reached',
          text('You have {most} schedules. Please delete some first.', { most: MAX_SCHEDULES }),
        )
      }
      await insertSchedule(tx, { id, ...row, version: 1 })
    }
    await scheduleDueCheck(tx, deps, id, next)
    const details = { name: report.name, cadence: input.cadence, time: input.time, timeZone: input.timeZone }
    await record(tx, clock, {
      actorId: actor.id,
      action: 'report.scheduled',
      targetType: 'report',
      targetId: reportId,
      details,
    })
    const stored = await findOwn(tx, reportId, actor.id)
    return toSchedule(stored!, await namesOf(tx, [actor.id]))
  })
}

/** Deletes the actor's own schedule of a report; its runs stay. */
export async function removeSchedule({ db, clock }: Deps, actor: Actor, reportId: string): Promise<void> {
  mayScheduleAs(actor)
  await db.write(async (tx) => {
    const row = await findOwn(tx, reportId, actor.id)
    if (!row) throw noSuchSchedule()
    await deleteSchedule(tx, row.id)
    const name = isReady(reportId) ? READY_REPORTS[reportId].name : ((await findReport(tx, reportId))?.name ?? reportId)
    const about = { targetType: 'report', targetId: reportId, details: { name } }
    await record(tx, clock, { actorId: actor.id, action: 'report.schedule-deleted', ...about })
  })
}

function mayScheduleAs(actor: Actor): Viewer {
  const viewer = viewerOf(actor)
  mayRead(viewer)
  requirePermission(viewer, 'reports.schedule', 'schedule reports')
  return viewer
}

function noSuchSchedule(): AppError {
  return new AppError('not-found', text('You have no schedule of this report.'))
}

async function conflict(tx: Tx, before: ScheduleRow | undefined): Promise<AppError> {
  const current = before ? toSchedule(before, await namesOf(tx, [before.owner_id])) : null
  const message = text('Your schedule was changed elsewhere since you opened it.')
  return new AppError('stale-version', message, { extra: { current } })
}

async function checkedRecipients(
  tx: Tx,
  { people, roles }: Recipients,
  before: ScheduleRow | undefined,
): Promise<Recipients> {
  const active = await activeAmong(tx, people)
  if (people.some((id) => !active.has(id))) {
    throw fieldError('bad-input', 'recipients.people', text('There is no such person, or their account is deactivated'))
  }
  const former = before ? (JSON.parse(before.recipients) as Recipients).roles : []
  return { people, roles: await existingRoles(tx, roles, former, 'recipients.roles') }
}
