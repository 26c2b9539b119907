import { z } from 'zod'
import { asksForReason, canMove, movesPromise, STATUSES, STATUS_KEYS } from '../../../shared/request-rules.ts'
import {
  FIELD_CHANGES,
  FIELDS,
  type WireName,
  type RequestConflict,
  type RequestPatch,
  type ServiceRequest,
  type Status,
} from '../../../shared/requests.ts'
import { isBlank, LIMITS, tooLong } from '../../../shared/text-rules.ts'
import { fullName } from '../../../shared/people.ts'
import type { User } from '../../../shared/users.ts'
import { say, text } from '../../../shared/texts/say.ts'
import { editedValues, type EditedValues } from './edit-conflict.ts'

const UNASSIGNED = 'unassigned'

/** The values that the edit began with. Stored in the draft, because a conflict is resolved against them. */
export interface Base extends EditedValues {
  version: number
}

/** An edit in conflict with another: the values it began with, its own, and those stored now. */
export interface EditConflict {
  base: Base
  mine: EditedValues
  /** the reason typed so far for my change of status */
  reason: string
  current: RequestConflict['current']
}

export const editDraftKey = (id: string) => `edit.${id}`
/** A reason typed while a conflict was resolved; the form takes it over. */
export const reasonDraftKey = (id: string) => `reason.${id}`

export interface EditForm extends Omit<EditedValues, 'assignedToId'> {
  /** a person's id, or `unassigned` */
  assignedTo: string
  /** required if the request is rejected or reopened; optional if its due date is moved */
  reason: string
  base: Base
}

export const REASON_HINT = text('Kept in the history, where the requester can read it')

/** Error message for a required reason; undefined if it is valid. */
export function reasonRefusal(reason: string): string | undefined {
  return isBlank(reason) ? say('Please give a reason') : tooLong(reason.trim(), LIMITS.reason)
}

const { assignedToId: _assignedToId, ...changes } = FIELD_CHANGES
/** A date may be cleared: it then keeps its stored value. */
const inputs = Object.fromEntries(
  Object.entries(changes).map(([wire, schema]) => [wire, isDate(wire) ? z.union([z.literal(''), schema]) : schema]),
  // Safe: the loop is over the names of the fields.
) as typeof changes

function isDate(wire: string): boolean {
  return FIELDS.some((field) => field.wire === wire && field.kind === 'date')
}

export const EditFormSchema = z
  .object({
    ...inputs,
    assignedTo: z.string(),
    reason: z.string(),
    base: z.custom<Base>(),
  })
  .check(({ value: { base, status, dueDate, reason }, issues }) => {
    const after = { status, dueDate: dueDate || base.dueDate }
    const message = asksForReason(base.status, status)
      ? reasonRefusal(reason)
      : movesPromise(base, after) && tooLong(reason.trim(), LIMITS.reason)
    if (message) issues.push({ code: 'custom', path: ['reason'], message, input: reason })
  })

export function formOf(request: ServiceRequest): EditForm {
  const { assignedToId, ...values } = editedValues(request)
  const base = { ...editedValues(request), version: request.version }
  return { ...values, assignedTo: assignedToId ?? UNASSIGNED, reason: '', base }
}

/** The form's values as a request has them; a cleared date keeps its previous value. */
export function valuesOf(form: EditForm): EditedValues {
  const { base, assignedTo, reason: _reason, ...values } = form
  const before = Object.fromEntries(clearedDates(form).map((wire) => [wire, base[wire]]))
  return { ...values, assignedToId: assignedTo === UNASSIGNED ? null : assignedTo, ...before }
}

function clearedDates(form: EditForm) {
  return FIELDS.flatMap(({ wire, kind }) =>
    wire !== 'assignedToId' && kind === 'date' && form[wire] === '' ? [wire] : [],
  )
}

/**
 * @param before status, due date and version that the values are based on
 * @param reason sent only if the transition requires one, or if the due date alone is moved
 */
export function patchOf(
  values: EditedValues,
  before: { status: Status; dueDate: string; version: number },
  reason: string,
): RequestPatch {
  const isAsked = asksForReason(before.status, values.status)
  const isSaid = movesPromise(before, values) && !isBlank(reason)
  return { ...values, ...((isAsked || isSaid) && { reason: reason.trim() }), version: before.version }
}

/** The PATCH that the form sends. A cleared date is left out, so it stays unchanged. */
export function formPatch(form: EditForm): RequestPatch {
  const patch: RequestPatch = patchOf(valuesOf(form), form.base, form.reason)
  for (const wire of clearedDates(form)) delete patch[wire]
  return patch
}

/** The form's field for a name in the server's refusals. */
export function formField(path: string): keyof EditForm | null {
  if (path === 'reason') return path
  const field = FIELDS.find(({ wire }) => wire === path)
  return field ? formName(field.wire) : null
}

/** The name of a field's value in the form. */
export function formName(wire: WireName): Exclude<keyof EditForm, 'base' | 'reason'> {
  return wire === 'assignedToId' ? 'assignedTo' : wire
}

/** Pending, in progress, completed, rejected: statuses that cannot be reached are shown disabled. */
export function statusOptions(from: Status) {
  const offered = STATUS_KEYS.filter((status) => status !== 'cancelled' || from === 'cancelled')
  return offered.map((status) => ({ value: status, label: STATUSES[status], disabled: !canMove(from, status) }))
}

export const UNKNOWN_PERSON = text('Name not loaded')

/**
 * Everybody who can be assigned, and the current assignee, whose account may be deleted.
 * @param chosen the person chosen in a draft, who may be missing while the list of people isn't loaded
 */
export function personOptions(
  people: User[],
  request: Pick<ServiceRequest, 'assignedToId' | 'assignedTo'>,
  chosen = UNASSIGNED,
) {
  const options = people.map((person) => ({ value: person.id, label: fullName(person) }))
  const { assignedToId, assignedTo } = request
  if (assignedToId && !people.some((person) => person.id === assignedToId))
    options.unshift({ value: assignedToId, label: fullName(assignedTo) || say('Unknown') })
  if (chosen !== UNASSIGNED && !options.some(({ value }) => value === chosen))
    options.unshift({ value: chosen, label: say(UNKNOWN_PERSON) })
  return [{ value: UNASSIGNED, label: say('Unassigned') }, ...options]
}
