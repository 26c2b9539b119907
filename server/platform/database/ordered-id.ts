import { randomUUID } from 'node:crypto'

let lastMs = 0
let counter = 0

/**
 * A version 7 UUID: later ids sort later, even within a millisecond (RFC 9562, 6.2 method 1). Two comments of the same
 * moment keep their order, and consecutive rows are adjacent in the index of their ids; random ids would each dirty
 * another page.
 */
export function orderedId(at: Date): string {
  const ms = at.getTime()
  counter = ms === lastMs ? (counter + 1) & 0xfff : 0
  lastMs = ms
  const time = ms.toString(16).padStart(12, '0')
  // Variant and 62 random bits, taken from a version 4 UUID: the platform pre-generates its random bytes.
  const tail = randomUUID().slice(19)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${tail}`
}
