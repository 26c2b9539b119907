import { randomUUID } from 'node:crypto'

let lastMs = 0
let counter = 0

/**
 * A UUID of version 7: ids made later sort later, those of the same millisecond too (RFC 9562, 6.2 method 1), so that two
 * comments written in one moment keep their order, and rows made one after the other lie side by side in the index of their
 * ids: random ones would each change a page of their own.
 */
export function orderedId(at: Date): string {
  const ms = at.getTime()
  counter = ms === lastMs ? (counter + 1) & 0xfff : 0
  lastMs = ms
  const time = ms.toString(16).padStart(12, '0')
  // Variant and 62 random bits: those of a UUID of version 4, which the platform makes in stock.
  const tail = randomUUID().slice(19)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${tail}`
}
