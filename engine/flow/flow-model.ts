import { ChangeColumns } from './change-columns.ts'
import { readChange, readRequest } from './coded-rows.ts'
import { FieldColumns, grown } from './field-columns.ts'
import { PackedReader } from './packed.ts'
import { RequestPlaces } from './request-places.ts'
import type { StoredModel } from './stored-model.ts'
import { StringInterner } from './string-interner.ts'

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
  readonly changes = new ChangeColumns()
  /** during loading only: the request and the previous value of each change, in reading order */
  #loading: { of: Uint32Array; before: Int32Array } | undefined = { of: new Uint32Array(0), before: new Int32Array(0) }
  readonly #places = new RequestPlaces()

  indexOf(number: number): number {
    return this.#places.indexOf(number)
  }

  /** `RFD-2026-0001` */
  requestIdOf(index: number): string {
    return `RFD-${this.year[index]}-${String(this.number[index]).padStart(4, '0')}`
  }

  /** Adds rows of `packRequests`; known requests are updated. @returns the indices */
  addRequests(packed: string): number[] {
    const row = new PackedReader(packed)
    const touched: number[] = []
    while (row.hasMore()) {
      const request = readRequest(row, this)
      const index = this.#placeFor(request.number)
      this.number[index] = request.number
      this.year[index] = request.year
      this.requester[index] = request.requester
      this.createdAt[index] = request.createdAt
      this.type[index] = request.type
      this.present.put(index, request)
      // Preliminary: the first change of a field overwrites it.
      this.initial.put(index, request)
      touched.push(index)
    }
    return touched
  }

  #placeFor(number: number): number {
    const known = this.indexOf(number)
    if (known >= 0) return known
    const index = this.size++
    this.#places.set(number, index)
    if (index >= this.number.length) this.#grow(index + 1)
    return index
  }

  #grow(size: number): void {
    this.number = grown(this.number, size)
    this.year = grown(this.year, size)
    this.createdAt = grown(this.createdAt, size)
    this.requester = grown(this.requester, size)
    this.type = grown(this.type, size)
    this.changes.grow(size)
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
      const change = readChange(row, this)
      // Created after the requests were read: the next refresh brings it completely.
      if (index < 0) continue
      const place = this.changes.add(index, change)
      if (place >= loading.of.length) {
        loading.of = grown(loading.of, place + 1)
        loading.before = grown(loading.before, place + 1)
      }
      loading.of[place] = index
      loading.before[place] = change.before
    }
  }

  /** Makes the changes of each request contiguous. */
  endLoading(): void {
    const { of, before } = this.#loading!
    this.#loading = undefined
    const { kind, size } = this.changes
    const seen = new Uint8Array(this.size)
    for (let i = 0; i < size; i++) this.#noteInitial(seen, of[i]!, kind[i]!, before[i]!)
    this.changes.group(of)
  }

  /** The value before the first change of a field is its initial value. @param seen the fields changed so far, as bits */
  #noteInitial(seen: Uint8Array, index: number, kind: number, before: number): void {
    if (seen[index]! & (1 << kind)) return
    seen[index]! |= 1 << kind
    this.initial.set(index, kind, before)
  }

  /** Replaces or adds requests together with all their changes, sorted by request. @returns the indices */
  replace(requests: string, changes: string): number[] {
    const touched = new Set(this.addRequests(requests))
    for (const index of touched) this.changes.clear(index)
    const row = new PackedReader(changes)
    const seen = new Uint8Array(this.size)
    while (row.hasMore()) {
      const index = this.indexOf(row.whole())
      const change = readChange(row, this)
      if (!touched.has(index)) continue
      this.changes.add(index, change)
      this.#noteInitial(seen, index, change.kind, change.before)
    }
    this.changes.compactIfWasteful()
    return [...touched]
  }

  /** Restores a stored model. */
  static from(stored: StoredModel): FlowModel {
    const { number, year, createdAt, requester, type } = stored
    const model = new FlowModel()
    for (const name of stored.people) model.people.numberOf(name)
    for (const name of stored.departments) model.departments.numberOf(name)
    for (const name of stored.types) model.types.numberOf(name)
    Object.assign(model, { number, year, createdAt, requester, type, changes: ChangeColumns.from(stored) })
    Object.assign(model.present, stored.present)
    Object.assign(model.initial, stored.initial)
    model.size = number.length
    model.#loading = undefined
    number.forEach((one, index) => model.#places.set(one, index))
    return model
  }
}
