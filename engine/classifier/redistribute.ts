import type { Prediction } from './predictor.ts'

/**
 * Keeps the calibrated confidence of the named value and distributes the rest over the others, so that all add up to 1. If the
 * named value is the likeliest, no other exceeds it: the surplus goes to the remaining ones.
 * @param most upper bound of the confidence
 */
export function redistribute(prediction: Prediction, maxConfidence = 1): Prediction {
  const { probabilities, named } = prediction
  const classes = probabilities.length
  const confidence = Math.max(Math.min(prediction.confidence, maxConfidence), 1 / classes)
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
