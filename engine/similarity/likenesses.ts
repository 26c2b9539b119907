/** In what ways two requests can be alike. */
export const LIKENESSES = [
  'words',
  'title',
  'characters',
  'rare words',
  'same group',
  'near in time',
  'length',
] as const
/** Weights of the likenesses when no duplicates are known: chosen by hand, none from data. */
export const OURS = [6, 2, 4, 2, 0, 0, 0]
export interface Candidate {
  row: number
  id: string
  /** in the order of `LIKENESSES` */
  likeness: number[]
  rank: number
}

/**
 * Learns the weights of the likenesses from known duplicates: for each list of candidates the chance of a duplicate to be
 * on top is softmax(weights · likeness); its logarithm is raised by gradient steps, pulled towards our own weights.
 * @returns the weights, ours when there are too few lists to learn from
 */
export function fitWeights(
  lists: readonly { candidates: readonly Candidate[]; alike: (id: string) => boolean }[],
): number[] {
  const usable = lists
    .map(({ candidates, alike }) => ({ candidates, good: candidates.map(({ id }) => alike(id)) }))
    .filter(({ good }) => good.includes(true) && good.includes(false))
  if (usable.length < 20) return OURS
  let weights = [...OURS]
  const count = weights.length
  const squares = new Float64Array(count).fill(1e-6)
  for (let turn = 0; turn < 150; turn++) {
    const gradient = new Float64Array(count)
    for (const { candidates, good } of usable) {
      const scores = candidates.map(({ likeness }) => likeness.reduce((sum, x, k) => sum + x * weights[k]!, 0))
      const top = Math.max(...scores)
      const raised = scores.map((score) => Math.exp(score - top))
      const all = raised.reduce((sum, x) => sum + x, 0)
      const right = raised.reduce((sum, x, i) => sum + (good[i] ? x : 0), 0)
      raised.forEach((x, i) => {
        const share = (good[i] ? x / right : 0) - x / all
        for (let k = 0; k < count; k++) gradient[k]! += share * candidates[i]!.likeness[k]!
      })
    }
    weights = weights.map((weight, k) => {
      const slope = gradient[k]! / usable.length - 0.002 * (weight - OURS[k]!)
      squares[k]! += slope * slope
      return weight + (0.6 * slope) / Math.sqrt(squares[k]!)
    })
  }
  return weights
}
