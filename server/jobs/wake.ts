/** The runners of this process. A table cannot call them, so whoever stores a job does. */
const runners = new Set<() => void>()

export function wakeRunners(): void {
  for (const wake of runners) wake()
}

/** @returns how to be left alone again */
export function onWake(wake: () => void): () => void {
  runners.add(wake)
  return () => runners.delete(wake)
}
