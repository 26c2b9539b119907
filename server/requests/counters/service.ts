import { addDays, dateIn } from '../../../shared/dates.ts'
import { isOpen, type Status } from '../../../shared/requests.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { addToCounters } from '../../platform/database/counters.ts'

/** The columns that the counters depend on. */
export type Counted = Pick<
  Tables['requests'],
  'status' | 'department' | 'priority' | 'requester_id' | 'assigned_to_id' | 'due_date' | 'completed_at' | 'updated_at'
>
type Change<T extends 'request_counts' | 'person_counts' | 'day_counts'> = Omit<Tables[T], 'slot' | 'count'> & {
  by: number
}

/**
 * Counts one change of one request, in the transaction of the change; `before` is null for a new request.
 * Call it late: on PostgreSQL another transaction that changes the same counters in the same slot waits until the
 * commit. The three tables are always written in this order, so that two transactions cannot deadlock.
 * @param timeZone the office's, in which its days begin
 */
export async function countChange(tx: Tx, before: Counted | null, after: Counted, timeZone: string): Promise<void> {
  const dayOf = (instant: string) => dateIn(timeZone, new Date(instant))
  const rows = before ? ([[before, -1] as const, [after, 1] as const] as const) : [[after, 1] as const]
  const all = rows.map(([row, by]) => inAll(row, by))
  const people = rows.flatMap(([row, by]) => ofPeople(row, by))
  await addToCounters(tx, 'request_counts', all)
  await addToCounters(tx, 'person_counts', people)
  await addToCounters(tx, 'day_counts', flow(before, after, after.updated_at, dayOf))
}

function inAll({ status, department, priority }: Counted, by: number): Change<'request_counts'> {
  return { status, department, priority, by }
}

function ofPeople({ status, requester_id, assigned_to_id }: Counted, by: number): Change<'person_counts'>[] {
  return [
    { kind: 'requester', user_id: requester_id, status, by },
    { kind: 'assignee', user_id: assigned_to_id ?? '', status, by },
  ]
}

/**
 * The contribution of a change to the counters by day: creation, moves between statuses, and the overdue period.
 * `overdue` is a difference array: +1 on the day a request becomes overdue (the day after its due date, or the day it
 * is reopened if that is later), -1 on the day it stops being overdue. If it never became overdue, the -1 falls on the
 * same future day as the +1. The sum up to a day is the number overdue on it.
 * `finished` counts requests by day of completion that are still completed: reopening one subtracts it from that day.
 * @param at the instant of the change
 * @param dayOf the calendar day of an instant in the office's time zone
 */
export function flow(
  before: FlowState | null,
  after: FlowState,
  at: string,
  dayOf: (instant: string) => string,
): Change<'day_counts'>[] {
  const day = dayOf(at)
  const changes: Change<'day_counts'>[] = []
  if (!before) changes.push({ kind: 'created', day, by: 1 })
  if (before?.status !== after.status) {
    if (before) changes.push({ kind: `left:${before.status}`, day, by: 1 })
    changes.push({ kind: `entered:${after.status}`, day, by: 1 })
  }
  if (before?.completed_at !== after.completed_at) {
    if (before?.completed_at) changes.push({ kind: 'finished', day: dayOf(before.completed_at), by: -1 })
    if (after.completed_at) changes.push({ kind: 'finished', day: dayOf(after.completed_at), by: 1 })
  }
  const wasOpen = before !== null && isOpen(before.status)
  if (wasOpen !== isOpen(after.status) || before?.due_date !== after.due_date) {
    if (wasOpen) changes.push({ kind: 'overdue', day: overdueFrom(before, day), by: -1 })
    if (isOpen(after.status)) changes.push({ kind: 'overdue', day: overdueFrom(after, day), by: 1 })
  }
  return changes
}
export type FlowState = { status: Status; due_date: string; completed_at: string | null }

function overdueFrom({ due_date }: FlowState, day: string): string {
  const dayAfter = addDays(due_date, 1)
  return dayAfter > day ? dayAfter : day
}
