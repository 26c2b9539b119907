import type { CodedChange } from './change-columns.ts'
import { ASSIGNEE, type CodedFields, DEPARTMENT, DUE, PRIORITY, STATUS } from './field-columns.ts'
import type { ChangeField, PackedReader } from './packed.ts'
import { statusNumber } from './status-numbers.ts'
import type { StringInterner } from './string-interner.ts'

/** The names that a model stores as numbers. */
export interface Names {
  people: StringInterner
  departments: StringInterner
  types: StringInterner
}

/** A request as numbers. */
interface CodedRequest extends CodedFields {
  number: number
  year: number
  requester: number
  createdAt: number
  type: number
}

const KINDS: Record<ChangeField, number> = {
  status: STATUS,
  dueDate: DUE,
  assignedTo: ASSIGNEE,
  priority: PRIORITY,
  department: DEPARTMENT,
}

/** Reads a row of `packRequests`: the properties are in the order of its values. */
export function readRequest(row: PackedReader, { people, departments, types }: Names): CodedRequest {
  return {
    number: row.whole(),
    year: Number(row.text().slice(4, 8)),
    requester: people.numberOf(row.text()),
    createdAt: row.instant(),
    status: statusNumber(row.text()),
    due: row.day(),
    assignee: people.numberOrNone(row.text()),
    priority: row.priority(),
    department: departments.numberOf(row.text()),
    type: types.numberOrNone(row.text()),
  }
}

/** Reads a row of `packChanges` behind its request: the value before comes first. */
export function readChange(row: PackedReader, names: Names): CodedChange & { before: number } {
  const at = row.instant()
  const kind = KINDS[row.field()]
  const before = readValue(row, kind, names)
  return { at, kind, before, value: readValue(row, kind, names) }
}

function readValue(row: PackedReader, kind: number, { people, departments }: Names): number {
  switch (kind) {
    case DUE:
      return row.day()
    case STATUS:
      return statusNumber(row.text())
    case ASSIGNEE:
      return people.numberOrNone(row.text())
    case PRIORITY:
      return row.priority()
    default:
      return departments.numberOrNone(row.text())
  }
}
