/** A pseudo-random generator: the same seed gives the same numbers on every run and machine. */
export interface Random {
  /** at least 0, below 1 */
  (): number
}

/**
 * The generator "sfc32" (Chris Doty-Humphrey, PractRand): 128 bits of state, fast, passes the usual test batteries.
 * @param seed one or more whole numbers; neighbouring seeds give unrelated sequences
 */
export function randomFrom(...seed: number[]): Random {
  let [a, b, c, counter] = [seed[0] ?? 0, seed[1] ?? 0, seed[2] ?? 0, 1]
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  // The first outputs still correlate with the seed.
  for (let i = 0; i < 12; i++) next()
  return next
}

/** A seed for `randomFrom` from a text (FNV-1a hash). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash | 0
}

/** A whole number from `from` to `to`, both included. */
export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1))
}

export function oneOf<T>(random: Random, items: readonly T[]): T {
  // `random()` is below 1, so the index exists.
  return items[Math.floor(random() * items.length)]!
}

/** One of the keys, drawn with a probability proportional to its weight. */
export function byWeight<K extends string>(random: Random, weights: Record<K, number>): K {
  const entries = Object.entries(weights) as [K, number][]
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [key, weight] of entries) if ((left -= weight) < 0) return key
  return entries.at(-1)![0]
}

/** An id in the form of a random UUID (version 4). */
export function uuidFrom(random: Random): string {
  const part = () => ((random() * 4_294_967_296) >>> 0).toString(16).padStart(8, '0')
  const [one, two, three, four] = [part(), part(), part(), part()]
  const variant = '89ab'[Math.floor(random() * 4)]!
  return `${one}-${two.slice(0, 4)}-4${two.slice(5)}-${variant}${three.slice(1, 4)}-${three.slice(4)}${four}`
}
