/**
 * From probabilities to the class that is named. Usually the likeliest; where one class is so common that the likeliest is
 * nearly always the same (priority!), rare classes are named earlier, as far as that helps on rows not seen in training.
 */
export interface Decision {
  /** classes: added to ln p before the largest is taken */
  offsets: number[]
  /** the chance to be right, from the named class's probability: logistic(slope · logit p + shift) */
  slope: number
  shift: number
}

export const LIKELIEST = (classes: number): Decision => ({
  offsets: Array.from({ length: classes }, () => 0),
  slope: 1,
  shift: 0,
})

export interface Scores {
  accuracy: number
  macroF1: number
}

export function choose(probabilities: ArrayLike<number>, from: number, decision: Decision): number {
  let best = 0
  let most = -Infinity
  for (let c = 0; c < decision.offsets.length; c++) {
    const score = Math.log(probabilities[from + c]! + 1e-12) + decision.offsets[c]!
    if (score > most) [most, best] = [score, c]
  }
  return best
}

export function confidenceOf(probability: number, decision: Decision): number {
  const p = Math.min(Math.max(probability, 1e-6), 1 - 1e-6)
  return 1 / (1 + Math.exp(-(decision.slope * Math.log(p / (1 - p)) + decision.shift)))
}

export function scoresOf(named: ArrayLike<number>, labels: ArrayLike<number>, classes: number): Scores {
  const [right, said, there] = [new Float64Array(classes), new Float64Array(classes), new Float64Array(classes)]
  let hits = 0
  for (let i = 0; i < labels.length; i++) {
    said[named[i]!]!++
    there[labels[i]!]!++
    if (named[i] === labels[i]) {
      right[labels[i]!]!++
      hits++
    }
  }
  let [sum, count] = [0, 0]
  for (let c = 0; c < classes; c++) {
    if (there[c] === 0 && said[c] === 0) continue
    count++
    sum += (2 * right[c]!) / (said[c]! + there[c]!)
  }
  return { accuracy: hits / Math.max(1, labels.length), macroF1: sum / Math.max(1, count) }
}

/**
 * Fits the decision on probabilities (rows × classes) of unseen rows.
 * `auto` leaves the likeliest class alone unless it hides the rare ones: macro-F1 must gain at least 0.05
 * and more than half of what accuracy loses.
 */
export function fitDecision(
  probabilities: Float64Array,
  labels: ArrayLike<number>,
  classes: number,
  aim: 'auto' | 'accuracy' | 'balance',
): Decision {
  const rows = labels.length
  const named = new Uint32Array(rows)
  const evaluate = (offsets: number[]): Scores => {
    for (let i = 0; i < rows; i++) named[i] = choose(probabilities, i * classes, { offsets, slope: 1, shift: 0 })
    return scoresOf(named, labels, classes)
  }
  let offsets = LIKELIEST(classes).offsets
  if (aim !== 'accuracy' && rows >= 40 && classes <= 30) {
    const shares = new Float64Array(classes).fill(1)
    for (let i = 0; i < rows; i++) shares[labels[i]!]!++
    const plain = evaluate(offsets)
    let best = { offsets, score: plain.macroF1, scores: plain }
    for (const strength of [0.3, 0.5, 0.7, 0.85, 1]) {
      const tried = Array.from(shares, (share) => -strength * Math.log(share / rows))
      const scores = evaluate(tried)
      if (scores.macroF1 > best.score) best = { offsets: tried, score: scores.macroF1, scores }
    }
    // One class at a time, in steps that shrink: enough for a handful of classes, and too coarse to learn noise by heart.
    if (classes <= 8) {
      for (const step of [0.4, 0.2]) {
        for (let c = 0; c < classes; c++) {
          for (const sign of [-1, 1]) {
            const tried = best.offsets.map((offset, at) => (at === c ? offset + sign * step : offset))
            const scores = evaluate(tried)
            if (scores.macroF1 > best.score + 0.002) best = { offsets: tried, score: scores.macroF1, scores }
          }
        }
      }
    }
    const gain = best.scores.macroF1 - plain.macroF1
    const loss = plain.accuracy - best.scores.accuracy
    if (aim === 'balance' ? gain > 0.01 : gain >= 0.05 && gain > loss / 2) offsets = best.offsets
  }
  return { offsets, ...fitConfidence(probabilities, labels, classes, offsets) }
}

/** Newton's method on two numbers, pulled towards (1, 0) as if by 30 rows. */
function fitConfidence(
  probabilities: Float64Array,
  labels: ArrayLike<number>,
  classes: number,
  offsets: number[],
): { slope: number; shift: number } {
  const rows = labels.length
  let [slope, shift] = [1, 0]
  if (rows < 30) return { slope, shift }
  const logits = new Float64Array(rows)
  const right = new Uint8Array(rows)
  for (let i = 0; i < rows; i++) {
    const named = choose(probabilities, i * classes, { offsets, slope, shift })
    const p = Math.min(Math.max(probabilities[i * classes + named]!, 1e-6), 1 - 1e-6)
    logits[i] = Math.log(p / (1 - p))
    right[i] = named === labels[i] ? 1 : 0
  }
  const pull = 30
  for (let turn = 0; turn < 20; turn++) {
    let [g0, g1, h00, h01, h11] = [pull * (slope - 1), pull * shift * 0.2, pull, 0, pull * 0.2]
    for (let i = 0; i < rows; i++) {
      const x = logits[i]!
      const p = 1 / (1 + Math.exp(-(slope * x + shift)))
      const off = p - right[i]!
      const curve = p * (1 - p)
      g0 += off * x
      g1 += off
      h00 += curve * x * x
      h01 += curve * x
      h11 += curve
    }
    const determinant = h00 * h11 - h01 * h01
    const [d0, d1] = [(h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant]
    slope = Math.max(0.05, slope - d0)
    shift -= d1
    if (Math.abs(d0) + Math.abs(d1) < 1e-6) break
  }
  return { slope, shift }
}

/** Expected calibration error over ten equal bins of confidence. */
export function calibrationError(confidences: ArrayLike<number>, right: ArrayLike<number | boolean>): number {
  const [sum, hits, count] = [new Float64Array(10), new Float64Array(10), new Float64Array(10)]
  for (let i = 0; i < confidences.length; i++) {
    const bin = Math.min(9, Math.floor(confidences[i]! * 10))
    sum[bin]! += confidences[i]!
    hits[bin]! += Number(right[i])
    count[bin]!++
  }
  let error = 0
  for (let b = 0; b < 10; b++) error += Math.abs(sum[b]! - hits[b]!)
  return error / Math.max(1, confidences.length)
}
