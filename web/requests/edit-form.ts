import { z } from 'zod'
import { canMove, STATUSES, STATUS_KEYS } from '../../shared/request-rules.ts'
import {
  Department,
  Priority,
  Status,
  type RequestConflict,
  type RequestPatch,
  type ServiceRequest,
} from '../../shared/requests.ts'
import { LIMITS } from '../../shared/text-rules.ts'
import { calendarDate, requiredText } from '../../shared/text.ts'
import { fullName } from '../../shared/people.ts'
import type { User } from '../../shared/users.ts'
import { EDITED_FIELDS, editedValues, type EditedValues } from './conflict.ts'

const UNASSIGNED = 'unassigned'

/** What the editing began with. It is kept in the draft, because a conflict is judged by it. */
export interface Base extends EditedValues {
  version: number
}

/** An edit that met another: what it began with, what it wants, and what is stored now. */
export interface Clash {
  base: Base
  mine: EditedValues
  current: RequestConflict['current']
}

export const editDraftKey = (id: string) => `edit.${id}`

export interface EditForm extends Omit<EditedValues, 'assignedToId'> {
  /** a person's id, or `unassigned` */
  assignedTo: string
  base: Base
}

export const EditFormSchema = z.object({
  title: requiredText('Title is required', LIMITS.title),
  description: requiredText('Description is required', LIMITS.description),
  status: Status,
  priority: Priority,
  department: Department,
  assignedTo: z.string(),
  dueDate: z.union([z.literal(''), calendarDate()]),
  base: z.custom<Base>(),
})

export function formOf(request: ServiceRequest): EditForm {
  const { assignedToId, ...values } = editedValues(request)
  const base = { ...editedValues(request), version: request.version }
  return { ...values, assignedTo: assignedToId ?? UNASSIGNED, base }
}

/** The values as a request would have them. A cleared due date is not sent, so it stays what it was. */
export function valuesOf(form: EditForm): EditedValues {
  const { base, assignedTo, ...values } = form
  return {
    ...values,
    assignedToId: assignedTo === UNASSIGNED ? null : assignedTo,
    dueDate: values.dueDate || base.dueDate,
  }
}

/** @param version the one that these values are meant to follow */
export function patchOf(values: EditedValues, version: number): RequestPatch {
  return { ...values, version }
}

/** The fields of the form by the names that the server's refusals use. */
export function formField(path: string): keyof EditForm | null {
  const field = EDITED_FIELDS.find((name) => name === path)
  return field === 'assignedToId' ? 'assignedTo' : (field ?? null)
}

/** Pending, in progress, completed, rejected: those that cannot be reached are shown, but cannot be chosen. */
export function statusOptions(from: Status) {
  const offered = STATUS_KEYS.filter((status) => status !== 'cancelled' || from === 'cancelled')
  return offered.map((status) => ({ value: status, label: STATUSES[status], disabled: !canMove(from, status) }))
}

/** Everybody who can be assigned; also the present assignee, whose account may be gone. */
export function personOptions(people: User[], request: Pick<ServiceRequest, 'assignedToId' | 'assignedTo'>) {
  const options = people.map((person) => ({ value: person.id, label: fullName(person) }))
  const { assignedToId, assignedTo } = request
  if (assignedToId && !people.some((person) => person.id === assignedToId))
    options.unshift({ value: assignedToId, label: fullName(assignedTo) || 'Unknown' })
  return [{ value: UNASSIGNED, label: 'Unassigned' }, ...options]
}
