import { canMove } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'

export const EDITED_FIELDS = [
  'title',
  'status',
  'priority',
  'department',
  'assignedToId',
  'dueDate',
  'description',
] as const
export type EditedField = (typeof EDITED_FIELDS)[number]
export type EditedValues = Pick<ServiceRequest, EditedField>

export type Side = 'mine' | 'theirs'
export interface Difference {
  field: EditedField
  proposed: Side
  /** false when the stored status no longer allows mine */
  mineAllowed: boolean
}

export function editedValues(request: ServiceRequest): EditedValues {
  const { title, status, priority, department, assignedToId, dueDate, description } = request
  return { title, status, priority, department, assignedToId, dueDate, description }
}

function same(field: EditedField, a: EditedValues, b: EditedValues): boolean {
  if (field !== 'title' && field !== 'description') return a[field] === b[field]
  // The server trims, and a text field may have turned line ends into its own.
  const plain = (text: string) => text.replace(/\r\n?/g, '\n').trim()
  return plain(a[field]) === plain(b[field])
}

/**
 * Where two edits of one request differ.
 * @param base what the request was when my editing began: it tells who changed what, and so what to propose.
 * Where both changed a field mine is proposed, because it exists nowhere else.
 */
export function differences(base: EditedValues, mine: EditedValues, theirs: EditedValues): Difference[] {
  return EDITED_FIELDS.filter((field) => !same(field, mine, theirs)).map((field) => {
    const mineAllowed = field !== 'status' || canMove(theirs.status, mine.status)
    return { field, mineAllowed, proposed: mineAllowed && !same(field, base, mine) ? 'mine' : 'theirs' }
  })
}

/** Their row with my values where mine were chosen. */
export function mixed(
  mine: EditedValues,
  theirs: EditedValues,
  choices: Partial<Record<EditedField, Side>>,
): EditedValues {
  const values: EditedValues = { ...theirs }
  const take = <F extends EditedField>(field: F) => {
    if (choices[field] === 'mine') values[field] = mine[field]
  }
  EDITED_FIELDS.forEach(take)
  return values
}

/** Only what differs: a field left out of a PATCH stays as it is. */
export function changesOf(values: EditedValues, stored: EditedValues): Partial<EditedValues> {
  const changes: Partial<EditedValues> = {}
  const take = <F extends EditedField>(field: F) => {
    if (!same(field, values, stored)) changes[field] = values[field]
  }
  EDITED_FIELDS.forEach(take)
  return changes
}
