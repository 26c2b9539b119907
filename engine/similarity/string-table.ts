import { resized } from '../text/resized.ts'

/**
 * Distinct strings in UTF-8, numbered in order of insertion. A hundred thousand ids take a third of the memory of strings in a
 * Map, and the garbage collector has nothing to traverse.
 */
export class StringTable {
  private readonly encoder = new TextEncoder()
  private readonly decoder = new TextDecoder()
  private bytes = new Uint8Array(1 << 12)
  /** string n is stored from `ends[n]` to `ends[n + 1]` */
  private ends = new Uint32Array(1 << 8)
  private size = 0
  /** hash table with open addressing: the number of a string + 1, or 0 */
  private slots = new Uint32Array(1 << 9)
  private asked = new Uint8Array(1 << 8)

  get length(): number {
    return this.size
  }

  /** The number of a string, which is added if it is missing. */
  add(text: string): number {
    const length = this.encode(text)
    const slot = this.slotOf(length)
    const known = this.slots[slot]!
    if (known > 0) return known - 1
    const from = this.ends[this.size]!
    const end = from + length
    if (end > this.bytes.length) this.bytes = resized(this.bytes, Math.ceil(end * 1.4))
    this.bytes.set(this.asked.subarray(0, length), from)
    if (this.size + 2 > this.ends.length) this.ends = resized(this.ends, Math.ceil(this.ends.length * 1.4))
    this.ends[++this.size] = end
    this.slots[slot] = this.size
    if (this.size * 2 > this.slots.length) this.widen()
    return this.size - 1
  }

  /** −1 when it is missing. */
  find(text: string): number {
    return this.slots[this.slotOf(this.encode(text))]! - 1
  }

  at(number: number): string {
    return this.decoder.decode(this.bytes.subarray(this.ends[number], this.ends[number + 1]))
  }

  /** Frees spare capacity. */
  trim(): void {
    this.bytes = resized(this.bytes, this.ends[this.size]!)
    this.ends = resized(this.ends, this.size + 1)
  }

  /** @returns the number of bytes written to `asked` */
  private encode(text: string): number {
    // At most three bytes per UTF-16 unit.
    if (text.length * 3 > this.asked.length) this.asked = new Uint8Array(text.length * 3)
    return this.encoder.encodeInto(text, this.asked).written
  }

  /** The slot of the encoded string, or the free one where it belongs. */
  private slotOf(length: number): number {
    const mask = this.slots.length - 1
    let at = hashOf(this.asked, 0, length) & mask
    while (this.slots[at] !== 0 && !this.isAsked(this.slots[at]! - 1, length)) at = (at + 1) & mask
    return at
  }

  private isAsked(number: number, length: number): boolean {
    const from = this.ends[number]!
    if (this.ends[number + 1]! - from !== length) return false
    for (let k = 0; k < length; k++) if (this.bytes[from + k] !== this.asked[k]) return false
    return true
  }

  private widen(): void {
    const slots = new Uint32Array(this.slots.length * 2)
    const mask = slots.length - 1
    for (let number = 0; number < this.size; number++) {
      let at = hashOf(this.bytes, this.ends[number]!, this.ends[number + 1]!) & mask
      while (slots[at] !== 0) at = (at + 1) & mask
      slots[at] = number + 1
    }
    this.slots = slots
  }
}

/** FNV-1a with its upper bits mixed into the lower ones. */
function hashOf(bytes: Uint8Array, from: number, end: number): number {
  let value = 0x811c9dc5
  for (let i = from; i < end; i++) value = Math.imul(value ^ bytes[i]!, 0x01000193)
  return (value ^ (value >>> 15)) >>> 0
}
