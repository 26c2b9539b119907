import type { Prediction } from './reader.ts'

/**
 * The named value keeps its calibrated confidence, the others share the rest: all add up to 1. Where the named value is the
 * likeliest, no other gets more than it: what would be too much goes to the rest.
 * @param most the confidence may be no higher
 */
export function redistribute(prediction: Prediction, most = 1): Prediction {
  const { probabilities, named } = prediction
  const classes = probabilities.length
  const confidence = Math.max(Math.min(prediction.confidence, most), 1 / classes)
  const ceiling = probabilities.every((p) => p <= probabilities[named]!) ? confidence : 1
  const shared = new Float64Array(classes)
  shared[named] = confidence
  let rest = 1 - confidence
  const open = new Set([...probabilities.keys()].filter((c) => c !== named))
  while (open.size > 0 && rest > 1e-9) {
    const sum = [...open].reduce((all, c) => all + probabilities[c]!, 0)
    const shareOf = (c: number) => (sum > 0 ? (rest * probabilities[c]!) / sum : rest / open.size)
    const full = [...open].filter((c) => shareOf(c) > ceiling)
    if (full.length === 0) {
      for (const c of open) shared[c] = shareOf(c)
      break
    }
    for (const c of full) {
      shared[c] = ceiling
      open.delete(c)
    }
    rest -= full.length * ceiling
  }
  return { named, confidence, probabilities: shared }
}
