export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

/** @param floor the probability is kept at least this far from 0 and 1, so that the result is finite */
export function logit(probability: number, floor = 1e-6): number {
  const p = Math.min(Math.max(probability, floor), 1 - floor)
  return Math.log(p / (1 - p))
}
