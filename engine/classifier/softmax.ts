export function logSumExp(scores: ArrayLike<number>): number {
  let most = -Infinity
  for (let c = 0; c < scores.length; c++) if (scores[c]! > most) most = scores[c]!
  if (most === -Infinity) return -Infinity
  let sum = 0
  for (let c = 0; c < scores.length; c++) sum += Math.exp(scores[c]! - most)
  return most + Math.log(sum)
}

/** In place. */
export function softmax(scores: Float64Array): void {
  let most = -Infinity
  for (let c = 0; c < scores.length; c++) if (scores[c]! > most) most = scores[c]!
  let sum = 0
  for (let c = 0; c < scores.length; c++) sum += scores[c] = Math.exp(scores[c]! - most)
  for (let c = 0; c < scores.length; c++) scores[c]! /= sum
}
