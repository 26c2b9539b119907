import { z } from 'zod'
import { asksForReason, canMove, STATUSES, STATUS_KEYS } from '../../../shared/request-rules.ts'
import {
  Department,
  Priority,
  Status,
  type RequestConflict,
  type RequestPatch,
  type ServiceRequest,
} from '../../../shared/requests.ts'
import { LIMITS } from '../../../shared/text-rules.ts'
import { calendarDate, requiredText } from '../../../shared/text.ts'
import { fullName } from '../../../shared/people.ts'
import type { User } from '../../../shared/users.ts'
import { tooLong } from '../../ui/too-long.ts'
import { EDITED_FIELDS, editedValues, type EditedValues } from './edit-conflict.ts'

const UNASSIGNED = 'unassigned'

/** What the editing began with. It is kept in the draft, because a conflict is judged by it. */
export interface Base extends EditedValues {
  version: number
}

/** An edit that met another: what it began with, what it wants, and what is stored now. */
export interface Clash {
  base: Base
  mine: EditedValues
  /** why mine has another status, as far as it was typed */
  reason: string
  current: RequestConflict['current']
}

export const editDraftKey = (id: string) => `edit.${id}`

export interface EditForm extends Omit<EditedValues, 'assignedToId'> {
  /** a person's id, or `unassigned` */
  assignedTo: string
  /** asked for when the request is rejected or reopened */
  reason: string
  base: Base
}

export const REASON_HINT = 'Kept in the history, where the requester can read it'

/** What is wrong with a reason that has to be given; undefined when nothing is. */
export function reasonRefusal(reason: string): string | undefined {
  return reason.trim() === '' ? 'Please give a reason' : tooLong(reason.trim(), LIMITS.reason)
}

export const EditFormSchema = z
  .object({
    title: requiredText('Title is required', LIMITS.title),
    description: requiredText('Description is required', LIMITS.description),
    status: Status,
    priority: Priority,
    department: Department,
    assignedTo: z.string(),
    dueDate: z.union([z.literal(''), calendarDate()]),
    reason: z.string(),
    base: z.custom<Base>(),
  })
  .check(({ value: { base, status, reason }, issues }) => {
    const message = asksForReason(base.status, status) && reasonRefusal(reason)
    if (message) issues.push({ code: 'custom', path: ['reason'], message, input: reason })
  })

export function formOf(request: ServiceRequest): EditForm {
  const { assignedToId, ...values } = editedValues(request)
  const base = { ...editedValues(request), version: request.version }
  return { ...values, assignedTo: assignedToId ?? UNASSIGNED, reason: '', base }
}

/** The values as a request would have them; where the due date is cleared, it is the one before. */
export function valuesOf(form: EditForm): EditedValues {
  const { base, assignedTo, reason: _reason, ...values } = form
  return {
    ...values,
    assignedToId: assignedTo === UNASSIGNED ? null : assignedTo,
    dueDate: values.dueDate || base.dueDate,
  }
}

/**
 * @param before what these values are meant to follow
 * @param reason sent only where the move asks for one
 */
export function patchOf(
  values: EditedValues,
  before: { status: Status; version: number },
  reason: string,
): RequestPatch {
  const asked = asksForReason(before.status, values.status)
  return { ...values, ...(asked && { reason: reason.trim() }), version: before.version }
}

/** What the form sends. A cleared due date is left out, so it stays what it was. */
export function formPatch(form: EditForm): RequestPatch {
  const { dueDate, ...patch } = patchOf(valuesOf(form), form.base, form.reason)
  return form.dueDate === '' ? patch : { ...patch, dueDate }
}

/** The fields of the form by the names that the server's refusals use. */
export function formField(path: string): keyof EditForm | null {
  if (path === 'reason') return path
  const field = EDITED_FIELDS.find((name) => name === path)
  return field === 'assignedToId' ? 'assignedTo' : (field ?? null)
}

/** Pending, in progress, completed, rejected: those that cannot be reached are shown, but cannot be chosen. */
export function statusOptions(from: Status) {
  const offered = STATUS_KEYS.filter((status) => status !== 'cancelled' || from === 'cancelled')
  return offered.map((status) => ({ value: status, label: STATUSES[status], disabled: !canMove(from, status) }))
}

export const UNKNOWN_PERSON = 'Name not loaded'

/**
 * Everybody who can be assigned; also the present assignee, whose account may be gone.
 * @param chosen the person whom a draft has chosen, while the list of people isn't there
 */
export function personOptions(
  people: User[],
  request: Pick<ServiceRequest, 'assignedToId' | 'assignedTo'>,
  chosen = UNASSIGNED,
) {
  const options = people.map((person) => ({ value: person.id, label: fullName(person) }))
  const { assignedToId, assignedTo } = request
  if (assignedToId && !people.some((person) => person.id === assignedToId))
    options.unshift({ value: assignedToId, label: fullName(assignedTo) || 'Unknown' })
  if (chosen !== UNASSIGNED && !options.some(({ value }) => value === chosen))
    options.unshift({ value: chosen, label: UNKNOWN_PERSON })
  return [{ value: UNASSIGNED, label: 'Unassigned' }, ...options]
}
