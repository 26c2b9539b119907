import { grown } from './field-columns.ts'

/** A change as numbers: instant, field and new value. */
export interface CodedChange {
  at: number
  kind: number
  value: number
}

/** Changes in the form in which they are stored. */
export type StoredChanges = Pick<ChangeColumns, 'first' | 'at' | 'kind' | 'value'> & { changes: Uint32Array }

/** The changes of all requests in typed arrays; those of a request are contiguous and in chronological order. */
export class ChangeColumns {
  /** start of a request's changes, and their number */
  first = new Uint32Array(0)
  count = new Uint32Array(0)
  at = new Float64Array(0)
  kind = new Uint8Array(0)
  value = new Int32Array(0)
  #used = 0
  #unused = 0

  get size(): number {
    return this.#used
  }

  /** Makes room for more requests. */
  grow(requests: number): void {
    this.first = grown(this.first, requests)
    this.count = grown(this.count, requests)
  }

  /** Adds the next change of a request: directly behind its last one, unless `group` follows. @returns its place */
  add(index: number, { at, kind, value }: CodedChange): number {
    const place = this.#used++
    if (place >= this.at.length) {
      this.at = grown(this.at, place + 1)
      this.kind = grown(this.kind, place + 1)
      this.value = grown(this.value, place + 1)
    }
    this.at[place] = at
    this.kind[place] = kind
    this.value[place] = value
    if (this.count[index]!++ === 0) this.first[index] = place
    return place
  }

  /** Makes the changes of each request contiguous. @param of the request of each change */
  group(of: Uint32Array): void {
    let next = 0
    for (let index = 0; index < this.count.length; index++) {
      this.first[index] = next
      next += this.count[index]!
    }
    const [at, kind, value] = [new Float64Array(next), new Uint8Array(next), new Int32Array(next)]
    const place = this.first.slice()
    for (let i = 0; i < next; i++) {
      const to = place[of[i]!]!++
      at[to] = this.at[i]!
      kind[to] = this.kind[i]!
      value[to] = this.value[i]!
    }
    Object.assign(this, { at, kind, value })
  }

  /** Forgets the changes of a request. */
  clear(index: number): void {
    this.#unused += this.count[index]!
    this.count[index] = 0
  }

  /** Frees the places of forgotten changes once they are many. */
  compactIfWasteful(): void {
    if (this.#unused > 100_000 && this.#unused > this.#used / 2) this.#compact()
  }

  #compact(): void {
    const used = this.#used - this.#unused
    const [at, kind, value] = [new Float64Array(used), new Uint8Array(used), new Int32Array(used)]
    let next = 0
    for (let index = 0; index < this.count.length; index++) {
      const from = this.first[index]!
      const to = from + this.count[index]!
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

  /** The changes of the first `requests` requests, which are all, without spare capacity. */
  stored(requests: number): StoredChanges {
    if (this.#unused > 0) this.#compact()
    return {
      first: this.first.slice(0, requests),
      changes: this.count.slice(0, requests),
      at: this.at.slice(0, this.#used),
      kind: this.kind.slice(0, this.#used),
      value: this.value.slice(0, this.#used),
    }
  }

  static from({ first, changes: count, at, kind, value }: StoredChanges): ChangeColumns {
    const restored = new ChangeColumns()
    Object.assign(restored, { first, count, at, kind, value })
    restored.#used = at.length
    return restored
  }
}
