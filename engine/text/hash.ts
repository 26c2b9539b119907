/** 32-bit FNV-1a over UTF-16 units. */
export function hash(text: string, seed = 0x811c9dc5): number {
  let value = seed
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/** Ordered combination of two hashes. */
export function pair(first: number, second: number): number {
  let value = Math.imul(first ^ (second >>> 15) ^ 0x9e3779b9, 0x85ebca6b)
  value = Math.imul(value ^ second, 0xc2b2ae35)
  return (value ^ (value >>> 13)) >>> 0
}
