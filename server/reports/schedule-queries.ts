import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../platform/database/db.ts'
import type { Tables } from '../platform/database/tables.ts'

export type ScheduleRow = Selectable<Tables['report_schedules']>

/** All schedules of a report, by owner: at most one per person. */
export function schedulesOf(reader: Reader, reportId: string): Promise<ScheduleRow[]> {
  return reader.selectFrom('report_schedules').selectAll().where('report_id', '=', reportId).orderBy('id').execute()
}

export function findOwn(reader: Reader, reportId: string, ownerId: string): Promise<ScheduleRow | undefined> {
  return reader
    .selectFrom('report_schedules')
    .selectAll()
    .where('report_id', '=', reportId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
}

/** Every schedule with a next run. */
export function activeSchedules(reader: Reader, limit: number): Promise<ScheduleRow[]> {
  return reader
    .selectFrom('report_schedules')
    .selectAll()
    .where('next_at', 'is not', null)
    .orderBy('next_at')
    .limit(limit)
    .execute()
}

export async function countSchedulesOf(reader: Reader, ownerId: string): Promise<number> {
  const rows = await reader.selectFrom('report_schedules').select('id').where('owner_id', '=', ownerId).execute()
  return rows.length
}

/** @returns undefined if the schedule has been deleted */
export async function timeZoneOf(reader: Reader, id: string): Promise<string | undefined> {
  const row = await reader.selectFrom('report_schedules').select('time_zone').where('id', '=', id).executeTakeFirst()
  return row?.time_zone
}

export async function insertSchedule(tx: Tx, row: ScheduleRow): Promise<void> {
  await tx.insertInto('report_schedules').values(row).execute()
}

/** @returns false if the version was stale */
export async function updateSchedule(
  tx: Tx,
  id: string,
  version: number,
  change: Partial<Omit<ScheduleRow, 'id' | 'version'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report_schedules')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteSchedule(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('report_schedules').where('id', '=', id).execute()
}

export async function deleteScheduleOf(tx: Tx, reportId: string, ownerId: string): Promise<void> {
  await tx.deleteFrom('report_schedules').where('report_id', '=', reportId).where('owner_id', '=', ownerId).execute()
}

export function dueSchedules(reader: Reader, now: string, limit: number): Promise<ScheduleRow[]> {
  return reader
    .selectFrom('report_schedules')
    .selectAll()
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .execute()
}

export async function countDueSchedules(reader: Reader | Tx, now: string): Promise<number> {
  const { count } = await reader
    .selectFrom('report_schedules')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('next_at', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Advances a schedule to its next time.
 * @param next null for none
 * @returns false if another process was first, or its owner has saved it: only the winner makes the report
 */
export async function advanceSchedule(tx: Tx, { id, next_at }: ScheduleRow, next: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report_schedules')
    .set({ next_at: next })
    .where('id', '=', id)
    .where('next_at', '=', next_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stops a schedule; the note tells its owner why, and saving it starts it again. */
export async function stopSchedule(tx: Tx, id: string, note: string): Promise<void> {
  await tx.updateTable('report_schedules').set({ next_at: null, note }).where('id', '=', id).execute()
}
