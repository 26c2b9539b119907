import { grown } from './field-columns.ts'

/** Entries that may be left behind by requests that changed, beside as many as there are. */
const MOST_LEFT_BEHIND = 100_000

/** The changes of status of each request with the office's day of each, side by side: what most figures are counted from. */
export class StatusDays {
  /** by request: where its changes begin, and how many there are */
  first = new Uint32Array(0)
  count = new Uint32Array(0)
  day = new Int32Array(0)
  /** what it became */
  status = new Uint8Array(0)
  #used = 0
  #whole = 0

  grow(size: number): void {
    if (size <= this.first.length) return
    this.first = grown(this.first, size)
    this.count = grown(this.count, size)
  }

  /** The changes that follow are this request's; those that it had are left behind. */
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

  /** All requests are added anew after this. */
  clear(): void {
    this.#used = 0
  }

  /** All requests were added. */
  noteWhole(): void {
    this.#whole = this.#used
  }

  get isWasteful(): boolean {
    return this.#used > 2 * this.#whole + MOST_LEFT_BEHIND
  }
}
