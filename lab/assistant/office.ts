import { dateIn } from '../../shared/dates.ts'
import { fold } from '../../shared/fold.ts'
import type { Department, Priority, Status } from '../../shared/requests.ts'
import { demoLives } from '../../seeds/demo.ts'
import type { Life } from '../../seeds/common/life.ts'
import { OFFICE } from '../../seeds/common/office.ts'
import type { Asker } from './labels.ts'

/** A request as plain values; instants are ISO in UTC, the due date is a date. */
export interface Row {
  id: string
  requestId: string
  title: string
  description: string
  comments: string
  status: Status
  priority: Priority
  department: Department
  /** the suggested type; null without a suggestion */
  type: string | null
  requesterId: string
  assigneeId: string | null
  dueDate: string
  createdAt: string
  updatedAt: string
  startedAt: string | null
  completedAt: string | null
  moves: { at: string; to: Status; reason: string | null }[]
}

export interface Person {
  id: string
  firstName: string
  lastName: string
}

export interface Office {
  rows: readonly Row[]
  people: readonly Person[]
  /** account ids of the askers */
  askers: Record<Asker, string>
  now: Date
  today: string
  timeZone: string
}

/** The fixed time of all questions: a Wednesday, so that "since Monday" and "next week" are neither empty nor everything. */
export const ASKED_AT = new Date('2026-11-18T10:20:00.000Z')

/** The demo office as its seed creates it at that time. */
export function demoOffice(now: Date): Office {
  const timeZone = 'UTC'
  const people: Person[] = Object.values(OFFICE)
  const askers = { user: OFFICE.tomas.id, manager: OFFICE.nadia.id, admin: OFFICE.grace.id }
  return { rows: demoLives(now, timeZone).map(rowOf), people, askers, now, today: dateIn(timeZone, now), timeZone }
}

function rowOf({ row, history, comments }: Life): Row {
  const moves = history.filter(({ field }) => field === 'status')
  return {
    id: row.id,
    requestId: row.request_id,
    title: row.title,
    description: row.description,
    comments: comments.map(({ comment }) => comment).join('\n'),
    status: row.status,
    priority: row.priority,
    department: row.department,
    type: null,
    requesterId: row.requester_id,
    assigneeId: row.assigned_to_id,
    dueDate: row.due_date,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    // The new value of a transition is the status.
    moves: moves.map(({ at, new_value, reason }) => ({ at, to: new_value as Status, reason: reason ?? null })),
  }
}

/** @throws Error for an unknown name: a label must name people of the office */
export function personCalled(office: Office, name: string): Person {
  const person = office.people.find(({ firstName }) => fold(firstName) === fold(name))
  if (!person) throw new Error(`Nobody is called ${name}`)
  return person
}

export function fullName({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`
}
