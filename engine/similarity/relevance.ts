/** Features of a pair of requests, each a number, that indicate relevance. */
export const RELEVANCE_FEATURES = [
  'words',
  'title',
  'characters',
  'rare words',
  'meaning',
  'same group',
  'near in time',
  'length',
] as const
/** Weights of the features when no duplicates are known: tuned on half of our pairs (docs/ai-results.md). */
export const DEFAULT_WEIGHTS = [6, 0, 2, 3, 5, 0, 0, 0]
export interface Candidate {
  row: number
  id: string
  /** in the order of `RELEVANCE_FEATURES` */
  features: number[]
  /** sort key of the candidates */
  relevance: number
}

/**
 * Learns the weights from known duplicates: for each list of candidates the probability of a duplicate to rank first is
 * softmax(weights · features); its logarithm is maximised by gradient steps, with a pull towards the default weights.
 * @returns the weights, the default ones when there are too few lists to learn from
 */
export function fitWeights(
  lists: readonly { candidates: readonly Candidate[]; isDuplicate: (id: string) => boolean }[],
): number[] {
  const usable = lists
    .map(({ candidates, isDuplicate }) => ({ candidates, good: candidates.map(({ id }) => isDuplicate(id)) }))
    .filter(({ good }) => good.includes(true) && good.includes(false))
  if (usable.length < 20) return DEFAULT_WEIGHTS
  let weights = [...DEFAULT_WEIGHTS]
  const count = weights.length
  const squares = new Float64Array(count).fill(1e-6)
  for (let turn = 0; turn < 150; turn++) {
    const gradient = new Float64Array(count)
    for (const { candidates, good } of usable) {
      const scores = candidates.map(({ features }) => features.reduce((sum, x, k) => sum + x * weights[k]!, 0))
      const top = Math.max(...scores)
      const raised = scores.map((score) => Math.exp(score - top))
      const all = raised.reduce((sum, x) => sum + x, 0)
      const right = raised.reduce((sum, x, i) => sum + (good[i] ? x : 0), 0)
      raised.forEach((x, i) => {
        const share = (good[i] ? x / right : 0) - x / all
        for (let k = 0; k < count; k++) gradient[k]! += share * candidates[i]!.features[k]!
      })
    }
    weights = weights.map((weight, k) => {
      const slope = gradient[k]! / usable.length - 0.002 * (weight - DEFAULT_WEIGHTS[k]!)
      squares[k]! += slope * slope
      return weight + (0.6 * slope) / Math.sqrt(squares[k]!)
    })
  }
  return weights
}

/**
 * tuned on half of our pairs (docs/ai-results.md). The words alone suffice where word vectors are missing, above all in other
 * languages.
 */
const DUPLICATE = { words: 0.6, meaning: 1.5, together: 1.7 }
/** From this similarity on, titles differ only in endings and word order. */
const SAME_TITLE = 0.92

/** Whether both requests are similar enough to ask for the same. */
export function isLikelyDuplicate([words = 0, title = 0, , , meaning = 0]: readonly number[]): boolean {
  if (title >= SAME_TITLE || words >= DUPLICATE.words) return true
  return words + DUPLICATE.meaning * meaning >= DUPLICATE.together
}
