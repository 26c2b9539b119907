import type { Selectable } from 'kysely'
import { PRIORITIES, type Priority, type ServiceRequest } from '../../shared/requests.ts'
import type { PersonName } from '../../shared/users.ts'
import type { Tables } from '../database/tables.ts'

export type RequestRow = Selectable<Tables['requests']>

/** A request with the names of its people, as the list and the detail select it. */
export interface NamedRow extends RequestRow {
  assignee_first: string | null
  assignee_last: string | null
  requester_first: string | null
  requester_last: string | null
}

const RANKS = Object.keys(PRIORITIES) as Priority[]

/** Position of a priority, 0 low … 3 critical: what is stored for sorting. */
export function rankOf(priority: Priority): number {
  return RANKS.indexOf(priority)
}

export function toServiceRequest(row: NamedRow): ServiceRequest {
  return {
    id: row.id,
    requestId: row.request_id,
    title: row.title,
    description: row.description,
    priority: row.priority,
    department: row.department,
    status: row.status,
    assignedToId: row.assigned_to_id,
    assignedTo: nameOf(row.assignee_first, row.assignee_last),
    requesterId: row.requester_id,
    requester: nameOf(row.requester_first, row.requester_last),
    dueDate: row.due_date,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    classifiedAt: row.classified_at,
    version: row.version,
  }
}

function nameOf(firstName: string | null, lastName: string | null): PersonName | null {
  return firstName === null || lastName === null ? null : { firstName, lastName }
}
