const last = new Map<string, Promise<unknown>>()

/** Runs works of the same key one after another, in the order they came; those of other keys don't wait. */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
  last.set(key, turn)
  try {
    return await turn
  } finally {
    if (last.get(key) === turn) last.delete(key)
  }
}
