import type { ReportContent } from '../../shared/reports/definition.ts'
import type { ReportFormat } from '../../shared/reports/runs.ts'
import { record } from '../audit/service.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import type { Deps } from './deps.ts'
import { nextTime } from './next-time.ts'
import { storedReportNotes } from './notes.ts'
import { findReport, readersIn } from './queries.ts'
import { newRun, MAX_ATTEMPTS } from './start-run.ts'
import { insertRun } from './run-queries.ts'
import {
  advanceSchedule,
  countDueSchedules,
  deleteSchedule,
  dueSchedules,
  type ScheduleRow,
  stopSchedule,
} from './schedule-queries.ts'
import { isTimeZone } from '../../shared/dates.ts'
import { isReady, READY_REPORTS } from '../../shared/reports/ready.ts'
import { whenOf } from './stored-schedule.ts'

const DUE_BATCH_SIZE = 50

/** Enqueues a check for due schedules at that time. If the schedule has changed by then, the check finds nothing. */
export async function scheduleDueCheck(
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

/** How many schedules are due. */
export function countDue(reader: Reader, now: string): Promise<number> {
  return countDueSchedules(reader, now)
}

/** Moves all due schedules on to their next time, without the reports that are due. */
export async function skipDue(tx: Tx, deps: Pick<Deps, 'queue' | 'clock'>): Promise<void> {
  const now = deps.clock()
  const due = await dueSchedules(tx, now.toISOString(), await countDueSchedules(tx, now.toISOString()))
  for (const row of due) {
    // The next check stops it and tells its owner.
    if (!isTimeZone(row.time_zone)) continue
    const next = nextTime(whenOf(row), now).toISOString()
    await advanceSchedule(tx, row, next)
    await scheduleDueCheck(tx, deps, row.id, next)
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
  const why = { code: 'unknown-time-zone' } as const
  // Not if its owner has saved it meanwhile.
  if (!(await advanceSchedule(tx, row, null))) return
  await stopSchedule(tx, row.id, storedReportNotes(why))
  const name = (await definitionOf(tx, row.report_id))?.name ?? row.report_id
  const about = { targetType: 'report', targetId: row.report_id, details: { name, why: why.code } }
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
