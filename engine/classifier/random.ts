/**
 * A small deterministic generator (mulberry32): the same seed gives the same model on every machine.
 * Source: Tommy Ettinger's public-domain mixing function, 32 bits of state.
 * @returns numbers in [0, 1)
 */
export function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Fisher–Yates in place. */
export function shuffle<T extends Uint32Array | unknown[]>(items: T, random: () => number): T {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const swapped = items[i]
    items[i] = items[j]
    items[j] = swapped
  }
  return items
}

/**
 * Deals rows into stratified folds: rows are shuffled, then each class is dealt round-robin.
 * @returns the fold (0 … folds − 1) of each row
 */
export function stratifiedFolds(labels: ArrayLike<number>, folds: number, seed = 7): Uint8Array {
  const order = shuffle(
    Uint32Array.from({ length: labels.length }, (_, row) => row),
    generator(seed),
  )
  const dealt = new Map<number, number>()
  const fold = new Uint8Array(labels.length)
  let classes = 0
  for (const row of order) {
    const label = labels[row]!
    // Each class starts at another fold: otherwise the first folds would collect all rows of the tiny classes.
    const next = dealt.get(label) ?? classes++ % folds
    fold[row] = next
    dealt.set(label, (next + 1) % folds)
  }
  return fold
}
