import { dateIn, daysBetween } from '../../shared/dates.ts'
import { fold } from '../../shared/fold.ts'
import { isOpen, isOverdue, type Status } from '../../shared/requests.ts'
import type { Asker, Bound, Order, PersonWord, Where } from './labels.ts'
import { measured } from './measures.ts'
import { type Office, personCalled, type Row } from './office.ts'
import { isWithin, type Period, rangeOf } from './periods.ts'

/** The asker, and one way of resolving ambiguous expressions. */
export interface Reading {
  asker: Asker
  /** 0, 1 or 2: see `rangeOf`; from 1 on, days are counted by the clock instead of the calendar */
  variant: number
}

export function select(office: Office, where: Where, reading: Reading): Row[] {
  return office.rows.filter((row) => matches(office, row, where, reading))
}

function matches(office: Office, row: Row, where: Where, reading: Reading): boolean {
  return (
    isOneOf(where.status, row.status) &&
    isOneOf(where.priority, row.priority) &&
    isOneOf(where.department, row.department) &&
    (!where.open || isOpen(row.status)) &&
    (!where.overdue || isOverdue(row, office.today)) &&
    (!where.startedEver || row.startedAt !== null) &&
    (!where.finishedLate || (row.completedAt !== null && measured(office, row, 'late')! > 0)) &&
    isPerson(office, where.requester, row.requesterId, reading) &&
    isPerson(office, where.assignee, row.assigneeId, reading) &&
    isInTime(office, row, where, reading) &&
    isSoLong(office, row, where, reading) &&
    hasWords(where.titleHas, row.title) &&
    // In one reading, comments count as mentions, too.
    hasWords(where.textHas, `${row.title} ${row.description} ${reading.variant === 1 ? row.comments : ''}`) &&
    !where.not?.some((other) => matches(office, row, other, reading))
  )
}

function isOneOf<T>(values: readonly T[] | undefined, value: T): boolean {
  return !values || values.includes(value)
}

function isPerson(office: Office, people: PersonWord[] | undefined, id: string | null, { asker }: Reading): boolean {
  if (!people) return true
  return people.some((word) => {
    if (word === 'nobody') return id === null
    return id === (word === 'me' ? office.askers[asker] : personCalled(office, word).id)
  })
}

function isInTime(office: Office, row: Row, where: Where, { variant }: Reading): boolean {
  const lies = (period: Period | undefined, at: string | null) =>
    !period || isWithin(at && dateIn(office.timeZone, new Date(at)), rangeOf(period, office.today, variant))
  const ended = (status: Status) =>
    row.status === status ? (row.moves.findLast(({ to }) => to === status)?.at ?? null) : null
  return (
    lies(where.created, row.createdAt) &&
    lies(where.updated, row.updatedAt) &&
    (!where.due || isWithin(row.dueDate, rangeOf(where.due, office.today, variant))) &&
    lies(where.completed, row.completedAt) &&
    lies(where.rejected, ended('rejected')) &&
    lies(where.cancelled, ended('cancelled'))
  )
}

function isSoLong(office: Office, row: Row, where: Where, { variant }: Reading): boolean {
  const days = (from: string, to: string) => {
    const exact = (Date.parse(to) - Date.parse(from)) / 86_400_000
    const date = (at: string) => dateIn(office.timeZone, new Date(at))
    return variant === 0 ? daysBetween(date(from), date(to)) : exact
  }
  if (where.lateBy && !(isOverdue(row, office.today) && holds(where.lateBy, measured(office, row, 'late')!)))
    return false
  if (where.age && !holds(where.age, days(row.createdAt, office.now.toISOString()))) return false
  return !where.took || (row.completedAt !== null && holds(where.took, days(row.createdAt, row.completedAt)))
}

function holds(bound: Bound, value: number): boolean {
  const { '<': below = Infinity, '>': above = -Infinity } = bound
  return value < below && value > above
}

function hasWords(words: readonly string[] | undefined, text: string): boolean {
  return !words || words.every((word) => fold(text).includes(fold(word)))
}

/** Rows in order; ties form one tier, because their order is arbitrary. */
export function tiersOf(office: Office, rows: readonly Row[], order: Order): Row[][] {
  const [by, direction] = order.split(' ')
  const sign = direction === 'asc' ? 1 : -1
  const value = (row: Row): number => {
    if (by === 'due') return Date.parse(row.dueDate)
    if (by === 'created') return Date.parse(row.createdAt)
    if (by === 'completed') return Date.parse(row.completedAt!)
    // All other orders are measures.
    return measured(office, row, by as 'lead')!
  }
  const groups = Map.groupBy(rows, value)
  return [...groups.keys()].sort((a, b) => sign * (a - b)).map((key) => groups.get(key)!)
}
