import { randomUUID } from 'node:crypto'
import type { ReportContent } from '../../shared/reports/definition.ts'
import type { ReportFormat } from '../../shared/reports/runs.ts'
import type { Recipients, Schedule, ScheduleChange, ScheduleList, When } from '../../shared/reports/schedule.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/service.ts'
import type { Reader, Tx } from '../database/db.ts'
import { lockByName } from '../database/dialect.ts'
import { AppError, fieldError } from '../errors.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { nextTime } from './next-time.ts'
import { activeAmong, findReport, namesOf, readersOf, readersIn } from './queries.ts'
import { newRun, MAX_ATTEMPTS } from './start-run.ts'
import { insertRun } from './run-queries.ts'
import {
  countSchedulesOf,
  deleteSchedule,
  dueSchedules,
  findOwn,
  insertSchedule,
  advanceSchedule,
  type ScheduleRow,
  schedulesOf,
  stopSchedule,
  updateSchedule,
} from './schedule-queries.ts'
import { existingRoles } from './existing-roles.ts'
import { reportFor } from './report-access.ts'
import { checkMayMake, mayRead, type Viewer, viewerOf } from './viewer.ts'
import { isTimeZone } from '../../shared/dates.ts'
import { isReady, READY_REPORTS } from '../../shared/reports/ready.ts'

/** Limit per person. */
const MAX_SCHEDULES = 50
const DUE_BATCH_SIZE = 50

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
  wanted: ScheduleChange,
): Promise<Schedule> {
  const { db, clock, settings } = deps
  const viewer = mayScheduleAs(actor)
  const policy = await settings.policy()
  const report = await reportFor(db.read, viewer, reportId)
  // As its first run would find.
  await reportFor(db.read, viewer, reportId, true).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw new AppError('not-allowed', 'This report is not shared with you, so it cannot be scheduled.')
  })
  checkMayMake(viewer, report.content, policy)
  const { version, recipients: wantedRecipients, formats, period, ...when } = wanted
  const next = nextTime(asWhen(when), clock()).toISOString()
  const timed = {
    report_id: reportId,
    owner_id: actor.id,
    ...columnsOf(asWhen(when)),
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
        throw new AppError('quota-reached', `You have ${MAX_SCHEDULES} schedules. Please delete some first.`)
      }
      await insertSchedule(tx, { id, ...row, version: 1 })
    }
    await scheduleDueCheck(tx, deps, id, next)
    const details = { name: report.name, cadence: wanted.cadence, time: wanted.time, timeZone: wanted.timeZone }
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
  return new AppError('not-found', 'You have no schedule of this report.')
}

async function conflict(tx: Tx, before: ScheduleRow | undefined): Promise<AppError> {
  const current = before ? toSchedule(before, await namesOf(tx, [before.owner_id])) : null
  const message = 'Your schedule was changed elsewhere since you opened it.'
  return new AppError('stale-version', message, { extra: { current } })
}

async function checkedRecipients(
  tx: Tx,
  { people, roles }: Recipients,
  before: ScheduleRow | undefined,
): Promise<Recipients> {
  const active = await activeAmong(tx, people)
  if (people.some((id) => !active.has(id))) {
    throw fieldError('bad-input', 'recipients.people', 'There is no such person, or their account is deactivated')
  }
  const former = before ? (JSON.parse(before.recipients) as Recipients).roles : []
  return { people, roles: await existingRoles(tx, roles, former, 'recipients.roles') }
}

/** Enqueues a check for due schedules at that time. If the schedule has changed by then, the check finds nothing. */
async function scheduleDueCheck(
  tx: Tx,
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  id: string,
  at: string,
): Promise<void> {
  const inMs = Math.max(0, Date.parse(at) - clock().getTime())
  await queue.add(tx, { kind: 'report-due', payload: null, uniqueKey: `${id} ${at}`, inMs })
}

/**
 * Starts the runs of all due schedules. A schedule that missed several times (the server was off) runs once. Of several
 * processes only the one that advances the schedule starts the run. One that cannot be started does not hold up the others.
 * @throws the first failure, after the others were started
 */
export async function startDue(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const failures: unknown[] = []
  for (;;) {
    signal.throwIfAborted()
    const due = await dueSchedules(db.read, clock().toISOString(), DUE_BATCH_SIZE)
    for (const row of due)
      await db.write((tx) => startOne(tx, deps, row)).catch((error: unknown) => failures.push(error))
    // They would be found again.
    if (failures.length > 0) throw failures[0]
    if (due.length < DUE_BATCH_SIZE) return
  }
}

async function startOne(tx: Tx, deps: Deps, row: ScheduleRow): Promise<void> {
  const { clock, queue } = deps
  const now = clock()
  // Time zones come and go with the version of Node and its data.
  if (!isTimeZone(row.time_zone)) return stopUnknownZone(tx, deps, row)
  const next = nextTime(whenOf(row), now).toISOString()
  if (!(await advanceSchedule(tx, row, next))) return
  await scheduleDueCheck(tx, deps, row.id, next)
  const report = await definitionOf(tx, row.report_id)
  if (!report) return deleteSchedule(tx, row.id)
  const run = newRun(report, {
    ownerId: row.owner_id,
    at: now,
    period: row.period,
    formats: JSON.parse(row.formats) as ReportFormat[],
    schedule: { id: row.id, dueAt: row.next_at! },
  })
  // It already exists if the clock was set back.
  if (!(await insertRun(tx, run, readersIn(row.recipients)))) return
  const job = { kind: 'report-run', payload: { id: run.id }, uniqueKey: run.id, maxAttempts: MAX_ATTEMPTS }
  await queue.add(tx, { ...job, personId: row.owner_id })
}

async function stopUnknownZone(tx: Tx, { clock }: Pick<Deps, 'clock'>, row: ScheduleRow): Promise<void> {
  const why = 'This server does not know its time zone.'
  // Not if its owner has saved it meanwhile.
  if (!(await advanceSchedule(tx, row, null))) return
  await stopSchedule(tx, row.id, why)
  const name = (await definitionOf(tx, row.report_id))?.name ?? row.report_id
  const about = { targetType: 'report', targetId: row.report_id, details: { name, why } }
  await record(tx, clock, { actorId: row.owner_id, action: 'report.schedule-stopped', address: null, ...about })
}

async function definitionOf(
  reader: Reader,
  id: string,
): Promise<{ id: string; name: string; content: ReportContent } | undefined> {
  if (isReady(id)) return { id, name: READY_REPORTS[id].name, content: { kind: 'ready', ready: id } }
  const row = await findReport(reader, id)
  return row && { id, name: row.name, content: JSON.parse(row.content) as ReportContent }
}

function asWhen({ cadence, weekday, monthDay, time, timeZone }: When): When {
  return { cadence, weekday, monthDay, time, timeZone }
}

function columnsOf({ cadence, weekday, monthDay, time, timeZone }: When) {
  return { cadence, weekday, month_day: monthDay, time, time_zone: timeZone }
}

function whenOf({ cadence, weekday, month_day, time, time_zone }: ScheduleRow): When {
  return { cadence, weekday, monthDay: month_day, time, timeZone: time_zone }
}

function toSchedule(row: ScheduleRow, names: Awaited<ReturnType<typeof namesOf>>): Schedule {
  return {
    ...whenOf(row),
    owner: names.get(row.owner_id) ?? { id: row.owner_id, firstName: '', lastName: '' },
    period: row.period,
    formats: JSON.parse(row.formats) as ReportFormat[],
    recipients: JSON.parse(row.recipients) as Recipients,
    nextAt: row.next_at,
    note: row.note,
    version: row.version,
  }
}
