import type { Permission } from '../../../shared/permissions.ts'
import { type FieldKind, FIELDS, type NamedField, type WireName } from '../../../shared/request-fields.ts'
import { canMove } from '../../../shared/request-rules.ts'
import type { FieldValues, ServiceRequest } from '../../../shared/requests.ts'

/** Short texts first, then the status, long texts last. */
const PLACES: Partial<Record<FieldKind, number>> = { text: 0, status: 1, 'long-text': 3 }
const placeOf = ({ kind }: { kind: FieldKind }) => PLACES[kind] ?? 2

export const EDITED_FIELDS = FIELDS.toSorted((a, b) => placeOf(a) - placeOf(b))
export type EditedField = WireName
export type EditedValues = FieldValues

export type Side = 'mine' | 'theirs'
export interface Difference {
  field: EditedField
  proposed: Side
  /** false if the stored status no longer allows mine, or the role cannot change the field */
  mineAllowed: boolean
}

export function editedValues(request: ServiceRequest): EditedValues {
  // Safe: the loop is over the names of the fields.
  return Object.fromEntries(FIELDS.map(({ wire }) => [wire, request[wire]])) as unknown as EditedValues
}

function same({ wire, kind }: NamedField, a: EditedValues, b: EditedValues): boolean {
  if (kind !== 'text' && kind !== 'long-text') return a[wire] === b[wire]
  // The server trims, and a text field may have normalised line ends.
  const plain = (text: string | null) => text?.replace(/\r\n?/g, '\n').trim()
  return plain(a[wire]) === plain(b[wire])
}

/** Whether a person who may edit requests may also change this field. */
export function mayChange({ alsoNeeds }: NamedField, permissions: ReadonlySet<Permission>): boolean {
  return alsoNeeds === undefined || permissions.has(alsoNeeds)
}

/**
 * Three-way comparison of two edits of one request.
 * @param base the request when my edit began: it shows who changed what, and so which value to propose.
 * If both changed a field, mine is proposed, because it exists nowhere else.
 */
export function differences(
  base: EditedValues,
  mine: EditedValues,
  theirs: EditedValues,
  permissions: ReadonlySet<Permission>,
): Difference[] {
  return EDITED_FIELDS.filter((field) => !same(field, mine, theirs)).map((field) => {
    const mineAllowed = field.kind === 'status' ? canMove(theirs.status, mine.status) : mayChange(field, permissions)
    return { field: field.wire, mineAllowed, proposed: mineAllowed && !same(field, base, mine) ? 'mine' : 'theirs' }
  })
}

/** Their version, with my values in the fields for which mine were chosen. */
export function mixed(
  mine: EditedValues,
  theirs: EditedValues,
  choices: Partial<Record<EditedField, Side>>,
): EditedValues {
  const ownFields = EDITED_FIELDS.filter(({ wire }) => choices[wire] === 'mine')
  return { ...theirs, ...Object.fromEntries(ownFields.map(({ wire }) => [wire, mine[wire]])) }
}

/** Only what differs: a field left out of a PATCH stays as it is. */
export function changesOf(values: EditedValues, stored: EditedValues): Partial<EditedValues> {
  const changed = EDITED_FIELDS.filter((field) => !same(field, values, stored))
  return Object.fromEntries(changed.map(({ wire }) => [wire, values[wire]]))
}
