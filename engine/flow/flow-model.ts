import type { Status } from '../../shared/request-rules.ts'
import { Names } from './names.ts'
import { type ChangeField, PackedReader } from './packed.ts'

/** By number: what the model keeps of a status. */
export const STATUS_NUMBERS: readonly Status[] = ['pending', 'in_progress', 'completed', 'rejected', 'cancelled']
export const [PENDING, IN_PROGRESS, COMPLETED, REJECTED, CANCELLED] = [0, 1, 2, 3, 4] as const
export const isOpenNumber = (status: number) => status <= IN_PROGRESS

export const [STATUS, DUE] = [0, 1] as const
const [ASSIGNEE, PRIORITY, DEPARTMENT] = [2, 3, 4] as const
const KINDS: Record<ChangeField, number> = {
  status: STATUS,
  dueDate: DUE,
  assignedTo: ASSIGNEE,
  priority: PRIORITY,
  department: DEPARTMENT,
}

/** The values of a request's fields, as numbers: at its creation, and now. */
class FieldColumns {
  status = new Uint8Array(0)
  due = new Int32Array(0)
  assignee = new Int32Array(0)
  priority = new Uint8Array(0)
  department = new Int32Array(0)

  grow(size: number): void {
    this.status = grown(this.status, size)
    this.due = grown(this.due, size)
    this.assignee = grown(this.assignee, size)
    this.priority = grown(this.priority, size)
    this.department = grown(this.department, size)
  }

  set(index: number, kind: number, value: number): void {
    if (kind === STATUS) this.status[index] = value
    else if (kind === DUE) this.due[index] = value
    else if (kind === ASSIGNEE) this.assignee[index] = value
    else if (kind === PRIORITY) this.priority[index] = value
    else this.department[index] = value
  }
}

/**
 * Every request with its changes, in typed arrays: some 150 bytes for a request of usual length. A request has an index,
 * its changes lie side by side in the order they happened. Days are counted from 1 January 1970, instants are ms.
 */
export class FlowModel {
  readonly people = new Names()
  readonly departments = new Names()
  readonly types = new Names()

  size = 0
  number = new Uint32Array(0)
  /** the year in the number that people know */
  year = new Uint16Array(0)
  createdAt = new Float64Array(0)
  requester = new Int32Array(0)
  type = new Int32Array(0)
  readonly present = new FieldColumns()
  readonly initial = new FieldColumns()

  /** where the changes of a request begin, and how many there are */
  first = new Uint32Array(0)
  changes = new Uint32Array(0)
  at = new Float64Array(0)
  kind = new Uint8Array(0)
  value = new Int32Array(0)
  #used = 0
  #unused = 0
  /** the request of each change and the value before it, in the order of reading, until all are read */
  #loading: { of: Uint32Array; before: Int32Array } | undefined = { of: new Uint32Array(0), before: new Int32Array(0) }
  /** by number; 0 where there is none */
  #places = new Uint32Array(0)

  indexOf(number: number): number {
    return (this.#places[number] ?? 0) - 1
  }

  /** `RFD-2026-0001` */
  requestIdOf(index: number): string {
    return `RFD-${this.year[index]}-${String(this.number[index]).padStart(4, '0')}`
  }

  /** Rows of `packRequests`; those that are known are brought up to date. @returns the indices */
  addRequests(packed: string): number[] {
    const reader = new PackedReader(packed)
    const touched: number[] = []
    while (reader.hasMore()) touched.push(this.#addRequest(reader))
    return touched
  }

  #addRequest(row: PackedReader): number {
    const number = row.whole()
    const index = this.#placeFor(number)
    this.number[index] = number
    this.year[index] = Number(row.text().slice(4, 8))
    this.requester[index] = this.people.numberOf(row.text())
    this.createdAt[index] = row.instant()
    const { present, initial } = this
    present.status[index] = STATUS_NUMBERS.indexOf(row.text() as Status)
    present.due[index] = row.day()
    present.assignee[index] = this.people.numberOrNone(row.text())
    present.priority[index] = row.priority()
    present.department[index] = this.departments.numberOf(row.text())
    this.type[index] = this.types.numberOrNone(row.text())
    // Until a change tells another value.
    initial.status[index] = present.status[index]!
    initial.due[index] = present.due[index]!
    initial.assignee[index] = present.assignee[index]!
    initial.priority[index] = present.priority[index]!
    initial.department[index] = present.department[index]!
    return index
  }

  #placeFor(number: number): number {
    const known = this.indexOf(number)
    if (known >= 0) return known
    const index = this.size++
    if (number >= this.#places.length) this.#places = grown(this.#places, number + 1)
    this.#places[number] = index + 1
    if (index >= this.number.length) this.#grow(index + 1)
    return index
  }

  #grow(size: number): void {
    this.number = grown(this.number, size)
    this.year = grown(this.year, size)
    this.createdAt = grown(this.createdAt, size)
    this.requester = grown(this.requester, size)
    this.type = grown(this.type, size)
    this.first = grown(this.first, size)
    this.changes = grown(this.changes, size)
    this.present.grow(size)
    this.initial.grow(size)
  }

  /** Rows of `packChanges` while the model is filled, in the order of the history. */
  loadChanges(packed: string): void {
    const loading = this.#loading
    if (!loading) throw new Error('The model is filled already')
    const row = new PackedReader(packed)
    while (row.hasMore()) {
      const index = this.indexOf(row.whole())
      const [at, kind, before, after] = this.#readChange(row)
      // Created after the requests were read: the next look brings it whole.
      if (index < 0) continue
      const place = this.#append(at, kind, after)
      if (place >= loading.of.length) {
        loading.of = grown(loading.of, place + 1)
        loading.before = grown(loading.before, place + 1)
      }
      loading.of[place] = index
      loading.before[place] = before
      this.changes[index]!++
    }
  }

  /** Puts the changes of each request side by side. */
  endLoading(): void {
    const { of, before } = this.#loading!
    this.#loading = undefined
    let next = 0
    for (let index = 0; index < this.size; index++) {
      this.first[index] = next
      next += this.changes[index]!
    }
    const [at, kind, value] = [new Float64Array(next), new Uint8Array(next), new Int32Array(next)]
    const place = this.first.slice(0, this.size)
    const seen = new Uint8Array(this.size)
    for (let i = 0; i < next; i++) {
      const index = of[i]!
      const to = place[index]!++
      at[to] = this.at[i]!
      kind[to] = this.kind[i]!
      value[to] = this.value[i]!
      this.#noteInitial(seen, index, this.kind[i]!, before[i]!)
    }
    Object.assign(this, { at, kind, value })
  }

  /** The value before the first change of a field is the one it was created with. */
  #noteInitial(seen: Uint8Array, index: number, kind: number, before: number): void {
    if (seen[index]! & (1 << kind)) return
    seen[index]! |= 1 << kind
    this.initial.set(index, kind, before)
  }

  /** Takes over requests with all their changes, new or known ones. @returns the indices */
  replace(requests: string, changes: string): number[] {
    const touched = this.addRequests(requests)
    for (const index of touched) {
      this.#unused += this.changes[index]!
      this.changes[index] = 0
    }
    const row = new PackedReader(changes)
    const seen = new Uint8Array(touched.length)
    const order = new Map(touched.map((index, i) => [index, i]))
    while (row.hasMore()) {
      const index = this.indexOf(row.whole())
      const [at, kind, before, after] = this.#readChange(row)
      const i = order.get(index)
      if (i === undefined) continue
      const place = this.#append(at, kind, after)
      // Rows come sorted by request.
      if (this.changes[index] === 0) this.first[index] = place
      this.changes[index]!++
      if (!(seen[i]! & (1 << kind))) this.initial.set(index, kind, before)
      seen[i]! |= 1 << kind
    }
    if (this.#unused > 100_000 && this.#unused > this.#used / 2) this.#compact()
    return touched
  }

  #readChange(row: PackedReader): [at: number, kind: number, before: number, after: number] {
    const at = row.instant()
    const kind = KINDS[row.field()]
    return [at, kind, this.#readValue(row, kind), this.#readValue(row, kind)]
  }

  #readValue(row: PackedReader, kind: number): number {
    switch (kind) {
      case DUE:
        return row.day()
      case STATUS:
        return STATUS_NUMBERS.indexOf(row.text() as Status)
      case ASSIGNEE:
        return this.people.numberOrNone(row.text())
      case PRIORITY:
        return row.priority()
      default:
        return this.departments.numberOrNone(row.text())
    }
  }

  #append(at: number, kind: number, value: number): number {
    const place = this.#used++
    if (place >= this.at.length) {
      this.at = grown(this.at, place + 1)
      this.kind = grown(this.kind, place + 1)
      this.value = grown(this.value, place + 1)
    }
    this.at[place] = at
    this.kind[place] = kind
    this.value[place] = value
    return place
  }

  #compact(): void {
    const used = this.#used - this.#unused
    const [at, kind, value] = [new Float64Array(used), new Uint8Array(used), new Int32Array(used)]
    let next = 0
    for (let index = 0; index < this.size; index++) {
      const from = this.first[index]!
      const to = from + this.changes[index]!
      at.set(this.at.subarray(from, to), next)
      kind.set(this.kind.subarray(from, to), next)
      value.set(this.value.subarray(from, to), next)
      this.first[index] = next
      next += to - from
    }
    Object.assign(this, { at, kind, value })
    this.#used = used
    this.#unused = 0
  }

  /** What the arrays occupy. */
  get bytes(): number {
    const columns = [this.number, this.year, this.createdAt, this.requester, this.type, this.first, this.changes]
    const fields = [this.present, this.initial].flatMap(({ status, due, assignee, priority, department }) => [
      status,
      due,
      assignee,
      priority,
      department,
    ])
    return [...columns, ...fields, this.at, this.kind, this.value, this.#places].reduce(
      (sum, one) => sum + one.byteLength,
      0,
    )
  }
}

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array
/** A quarter more than asked for, so that growing one by one costs little. */
function grown<T extends Column>(column: T, size: number): T {
  // The constructor of a typed array makes one of the same kind.
  const larger = new (column.constructor as new (length: number) => T)(Math.max(1024, Math.ceil(size * 1.25)))
  larger.set(column)
  return larger
}
