import { grown } from './field-columns.ts'

/** Orphaned entries of changed requests tolerated before a rebuild, in addition to the number of live ones. */
const MAX_ORPHANED = 100_000

/** The status changes of each request with their days in the office, stored contiguously: the source of most figures. */
export class StatusDays {
  /** by request: start and number of its changes */
  first = new Uint32Array(0)
  count = new Uint32Array(0)
  day = new Int32Array(0)
  /** the new status */
  status = new Uint8Array(0)
  #used = 0
  #whole = 0

  grow(size: number): void {
    if (size <= this.first.length) return
    this.first = grown(this.first, size)
    this.count = grown(this.count, size)
  }

  /** Starts the changes of a request; its earlier entries become orphaned. */
  begin(index: number): void {
    this.first[index] = this.#used
    this.count[index] = 0
  }

  add(index: number, day: number, status: number): void {
    const place = this.#used++
    if (place >= this.day.length) {
      this.day = grown(this.day, place + 1)
      this.status = grown(this.status, place + 1)
    }
    this.day[place] = day
    this.status[place] = status
    this.count[index]!++
  }

  /** Call before adding all requests again. */
  clear(): void {
    this.#used = 0
  }

  /** Call after all requests were added. */
  noteWhole(): void {
    this.#whole = this.#used
  }

  get isWasteful(): boolean {
    return this.#used > 2 * this.#whole + MAX_ORPHANED
  }
}
