import { dateIn, daysBetween } from '../../shared/dates.ts'
import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import { PRIORITIES, STATUSES } from '../../shared/requests.ts'
import type { GroupBy, Measure } from './labels.ts'
import { fullName, type Office, type Row } from './office.ts'

const DAY = 86_400_000

/** In days; null if the request has no such time. */
export function measured(office: Office, row: Row, measure: Measure): number | null {
  const created = Date.parse(row.createdAt)
  switch (measure) {
    case 'lead':
      return row.completedAt ? (Date.parse(row.completedAt) - created) / DAY : null
    case 'cycle':
      return row.completedAt && row.startedAt ? (Date.parse(row.completedAt) - Date.parse(row.startedAt)) / DAY : null
    case 'wait':
      return row.startedAt ? (Date.parse(row.startedAt) - created) / DAY : null
    case 'age':
      return (office.now.getTime() - created) / DAY
    case 'late':
      return daysBetween(
        row.dueDate,
        row.completedAt ? dateIn(office.timeZone, new Date(row.completedAt)) : office.today,
      )
  }
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!
}

/** The group of a row, named as in an answer; null if it has none. */
export function groupOf(office: Office, row: Row, by: GroupBy): string | null {
  const person = (id: string | null) => office.people.find((one) => one.id === id)
  const named = (id: string | null) => {
    const match = person(id)
    return match ? fullName(match) : null
  }
  const month = (at: string | null) => (at ? dateIn(office.timeZone, new Date(at)).slice(0, 7) : null)
  switch (by) {
    case 'status':
      return STATUSES[row.status]
    case 'priority':
      return PRIORITIES[row.priority]
    case 'department':
      return FIRST_DEPARTMENTS.nameOf(row.department)
    case 'type':
      return row.type
    case 'requester':
      return named(row.requesterId)
    case 'assignee':
      return named(row.assigneeId)
    case 'createdMonth':
      return month(row.createdAt)
    case 'completedMonth':
      return month(row.completedAt)
  }
}

/** All possible groups, so that "fewest" includes those without requests; empty if they cannot be enumerated. */
export function allGroups(office: Office, by: GroupBy): string[] {
  if (by === 'status') return Object.values(STATUSES)
  if (by === 'priority') return Object.values(PRIORITIES)
  if (by === 'department') return FIRST_DEPARTMENTS.all.map(({ name }) => name)
  if (by === 'requester') return office.people.map(fullName)
  // A person who never had a request is not expected to work on any.
  if (by === 'assignee') return [...new Set(office.rows.flatMap((row) => groupOf(office, row, by) ?? []))]
  if (by === 'createdMonth' || by === 'completedMonth') return monthsOf(office)
  return []
}

function monthsOf(office: Office): string[] {
  const year = office.today.slice(0, 4)
  const months = Number(office.today.slice(5, 7))
  return Array.from({ length: months }, (_, i) => `${year}-${String(i + 1).padStart(2, '0')}`)
}
