import type { Status } from '../../shared/request-rules.ts'
import { ASSIGNEE, DEPARTMENT, DUE, FieldColumns, grown, PRIORITY, STATUS, type StoredFields } from './field-columns.ts'
import { StringInterner } from './string-interner.ts'
import { type ChangeField, PackedReader } from './packed.ts'

export { DUE, STATUS } from './field-columns.ts'

/** Status names by the number that the model stores. */
export const STATUS_NUMBERS: readonly Status[] = ['pending', 'in_progress', 'completed', 'rejected', 'cancelled']
export const [PENDING, IN_PROGRESS, COMPLETED, REJECTED, CANCELLED] = [0, 1, 2, 3, 4] as const
export const isOpenNumber = (status: number) => status <= IN_PROGRESS

const KINDS: Record<ChangeField, number> = {
  status: STATUS,
  dueDate: DUE,
  assignedTo: ASSIGNEE,
  priority: PRIORITY,
  department: DEPARTMENT,
}

/** A model in the form in which it is stored. */
export interface StoredModel extends Pick<
  FlowModel,
  'number' | 'year' | 'createdAt' | 'requester' | 'type' | 'first' | 'changes' | 'at' | 'kind' | 'value'
> {
  people: readonly string[]
  departments: readonly string[]
  types: readonly string[]
  present: StoredFields
  initial: StoredFields
}

/**
 * Every request with its changes, in typed arrays: some 150 bytes for a request of usual length. A request has an index; its
 * changes are contiguous and in chronological order. Days are counted from 1 January 1970, instants are ms.
 */
export class FlowModel {
  readonly people = new StringInterner()
  readonly departments = new StringInterner()
  readonly types = new StringInterner()

  size = 0
  number = new Uint32Array(0)
  /** the year in the displayed request id */
  year = new Uint16Array(0)
  createdAt = new Float64Array(0)
  requester = new Int32Array(0)
  type = new Int32Array(0)
  readonly present = new FieldColumns()
  readonly initial = new FieldColumns()

  /** start of a request's changes, and their number */
  first = new Uint32Array(0)
  changes = new Uint32Array(0)
  at = new Float64Array(0)
  kind = new Uint8Array(0)
  value = new Int32Array(0)
  #used = 0
  #unused = 0
  /** during loading only: the request and the previous value of each change, in reading order */
  #loading: { of: Uint32Array; before: Int32Array } | undefined = { of: new Uint32Array(0), before: new Int32Array(0) }
  /** index + 1 by request number; 0 where there is none */
  #places = new Uint32Array(0)

  indexOf(number: number): number {
    return (this.#places[number] ?? 0) - 1
  }

  /** `RFD-2026-0001` */
  requestIdOf(index: number): string {
    return `RFD-${this.year[index]}-${String(this.number[index]).padStart(4, '0')}`
  }

  /** Adds rows of `packRequests`; known requests are updated. @returns the indices */
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
    // Preliminary: the first change of a field overwrites it.
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

  /** Adds rows of `packChanges` during the initial load, in chronological order. */
  loadChanges(packed: string): void {
    const loading = this.#loading
    if (!loading) throw new Error('The model is filled already')
    const row = new PackedReader(packed)
    while (row.hasMore()) {
      const index = this.indexOf(row.whole())
      const [at, kind, before, after] = this.#readChange(row)
      // Created after the requests were read: the next refresh brings it completely.
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

  /** Makes the changes of each request contiguous. */
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

  /** The value before the first change of a field is its initial value. */
  #noteInitial(seen: Uint8Array, index: number, kind: number, before: number): void {
    if (seen[index]! & (1 << kind)) return
    seen[index]! |= 1 << kind
    this.initial.set(index, kind, before)
  }

  /** Replaces or adds requests together with all their changes. @returns the indices */
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
      // Rows are sorted by request.
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

  /** The whole content, without spare capacity. */
  stored(): StoredModel {
    if (this.#unused > 0) this.#compact()
    const { size } = this
    const changes = this.#used
    return {
      people: this.people.all,
      departments: this.departments.all,
      types: this.types.all,
      number: this.number.slice(0, size),
      year: this.year.slice(0, size),
      createdAt: this.createdAt.slice(0, size),
      requester: this.requester.slice(0, size),
      type: this.type.slice(0, size),
      present: this.present.cut(size),
      initial: this.initial.cut(size),
      first: this.first.slice(0, size),
      changes: this.changes.slice(0, size),
      at: this.at.slice(0, changes),
      kind: this.kind.slice(0, changes),
      value: this.value.slice(0, changes),
    }
  }

  /** Restores a stored model. */
  static from({ people, departments, types, present, initial, ...columns }: StoredModel): FlowModel {
    const model = new FlowModel()
    for (const name of people) model.people.numberOf(name)
    for (const name of departments) model.departments.numberOf(name)
    for (const name of types) model.types.numberOf(name)
    Object.assign(model, columns)
    Object.assign(model.present, present)
    Object.assign(model.initial, initial)
    model.size = columns.number.length
    model.#used = columns.at.length
    model.#loading = undefined
    model.#places = new Uint32Array(columns.number.reduce((most, number) => Math.max(most, number), 0) + 1)
    columns.number.forEach((number, index) => (model.#places[number] = index + 1))
    return model
  }
}
