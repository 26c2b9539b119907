import type { Selectable } from 'kysely'
import { foldWithin } from '../../shared/fold.ts'
import {
  FIELDS,
  type FieldValues,
  type NewRequest,
  type Priority,
  PRIORITY_KEYS,
  type ServiceRequest,
} from '../../shared/requests.ts'
import { LIMITS } from '../../shared/text-rules.ts'
import type { PersonName } from '../../shared/users.ts'
import type { Tables } from '../platform/database/tables.ts'

export type RequestRow = Selectable<Tables['requests']>

/** A request with the names of its people, as selected for the list and the detail. */
export interface NamedRow extends RequestRow {
  assignee_first: string | null
  assignee_last: string | null
  requester_first: string | null
  requester_last: string | null
}

/**
 * Columns that never change, then derived sort keys, then columns maintained by the server; `FIELD_COLUMNS` are entered
 * by people.
 */
const KEY_COLUMNS = ['number', 'id', 'request_id', 'created_at'] as const
const SORT_KEYS = ['title_key', 'priority_rank'] as const
const KEPT_COLUMNS = ['requester_id', 'updated_at', 'started_at', 'completed_at', 'classified_at', 'version'] as const
const FIELD_COLUMNS = FIELDS.map(({ column }) => column)
/** The columns of a response. */
export const ANSWERED_COLUMNS = [...KEY_COLUMNS, ...FIELD_COLUMNS, ...KEPT_COLUMNS]
/** The columns that an update may write. */
export const CHANGED_COLUMNS = [...FIELD_COLUMNS, ...SORT_KEYS, ...KEPT_COLUMNS]
export const ALL_COLUMNS = [...KEY_COLUMNS, ...CHANGED_COLUMNS]

/** Rank of a priority, 0 low … 3 critical, stored for sorting. */
export function rankOf(priority: Priority): number {
  return PRIORITY_KEYS.indexOf(priority)
}

/** The row with some field values replaced and its sort keys recomputed. */
export function withValues(row: RequestRow, values: Partial<FieldValues>): RequestRow {
  const entered = FIELDS.filter(({ wire }) => values[wire] !== undefined)
  const after = { ...row, ...Object.fromEntries(entered.map(({ wire, column }) => [column, values[wire]])) }
  return { ...after, title_key: foldWithin(after.title, LIMITS.title), priority_rank: rankOf(after.priority) }
}

type Key = Pick<RequestRow, 'number' | 'id' | 'request_id' | 'requester_id' | 'created_at'>

/** A new request: pending, unassigned. */
export function newRow(key: Key, values: NewRequest): RequestRow {
  const empty = {
    ...key,
    status: 'pending',
    assigned_to_id: null,
    updated_at: key.created_at,
    started_at: null,
    completed_at: null,
    classified_at: null,
    version: 1,
  }
  // The values of a new request fill all remaining columns.
  return withValues(empty as RequestRow, values)
}

export function toServiceRequest(row: NamedRow): ServiceRequest {
  const values = Object.fromEntries(FIELDS.map(({ wire, column }) => [wire, row[column]]))
  return {
    id: row.id,
    requestId: row.request_id,
    // A field's column and value have the same type.
    ...(values as FieldValues),
    assignedTo: nameOf(row.assignee_first, row.assignee_last),
    requesterId: row.requester_id,
    requester: nameOf(row.requester_first, row.requester_last),
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
