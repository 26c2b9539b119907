import type { Bag } from './bag.ts'
import { resized } from './resized.ts'

/** Rows of hashed counts while they are collected: 5 bytes an entry, counts up to 255. */
export class Counts {
  private readonly perCount: number
  start: number[] = [0]
  keys = new Uint32Array(1 << 14)
  counts = new Uint8Array(1 << 14)
  size = 0

  /** @param perCount 1 for whole counts; with 8, eighths up to 31 */
  constructor(perCount = 1) {
    this.perCount = perCount
  }

  push(bag: Bag): void {
    if (this.size + bag.used.length > this.keys.length) {
      const wider = Math.max(Math.ceil(this.keys.length * 1.4), this.size + bag.used.length)
      this.keys = resized(this.keys, wider)
      this.counts = resized(this.counts, wider)
    }
    for (const at of bag.used) {
      this.keys[this.size] = bag.keys[at]!
      this.counts[this.size++] = Math.max(1, Math.min(255, Math.round(bag.counts[at]! * this.perCount)))
    }
    this.start.push(this.size)
  }

  get rows(): number {
    return this.start.length - 1
  }

  /** Frees the memory; the rows are gone. */
  clear(): void {
    this.release(0)
  }

  /** Returns the first keys and frees all other memory; the rows are gone. */
  release(most: number): Uint32Array<ArrayBuffer> {
    const keys = resized(this.keys, most)
    this.start = [0]
    this.keys = new Uint32Array(0)
    this.counts = resized(this.counts, 0)
    this.size = 0
    return keys
  }
}
