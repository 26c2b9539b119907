import { calibrate, fitCalibrationCurve, IDENTITY, type CalibrationCurve } from './calibration.ts'
import { logit, sigmoid } from './logistic.ts'
import { expectedScores, scoresOf, type Scores } from './scores.ts'

/**
 * From probabilities to the class that is named. Usually the likeliest; where one class is so common that it nearly always wins
 * (priority!), rare classes are named earlier, as far as that helps on out-of-fold rows.
 */
export interface Decision {
  /** per class: added to ln p before the maximum is taken */
  offsets: number[]
  /** calibration curve from the named class's probability to its chance to be right */
  curve: CalibrationCurve
  /** the field's record on people's decisions, an upper bound of its confidence (`recordOf`) */
  record?: number
}

export const LIKELIEST = (classes: number): Decision => ({
  offsets: Array.from({ length: classes }, () => 0),
  curve: IDENTITY,
})

export function choose(probabilities: ArrayLike<number>, from: number, decision: Decision): number {
  let best = 0
  let most = -Infinity
  for (let c = 0; c < decision.offsets.length; c++) {
    const score = Math.log(probabilities[from + c]! + 1e-12) + decision.offsets[c]!
    if (score > most) [most, best] = [score, c]
  }
  return best
}

/** Whether a row may get a class although another one is likelier. */
export type MayName = (row: number, named: number) => boolean

/** The class of one row of many: the likeliest, or a rarer one if `isAllowedClass` allows it. */
export function nameRow(
  probabilities: Float64Array,
  row: number,
  decision: Decision,
  isAllowedClass?: MayName,
): number {
  const classes = decision.offsets.length
  const named = choose(probabilities, row * classes, decision)
  return !isAllowedClass || isAllowedClass(row, named) ? named : likeliestOf(probabilities, row * classes, classes)
}

export function likeliestOf(probabilities: ArrayLike<number>, from = 0, classes = probabilities.length): number {
  return choose(probabilities, from, LIKELIEST(classes))
}

export function confidenceOf(probability: number, decision: Decision): number {
  const chance = sigmoid(calibrate(decision.curve, logit(probability)))
  return Math.min(chance, decision.record ?? 1)
}

/**
 * Fits the decision on out-of-fold probabilities (rows × classes). `auto` keeps the likeliest class unless it hides the rare
 * ones: macro-F1 must gain at least 0.05 and more than half of what accuracy loses.
 */
export function fitDecision(
  probabilities: Float64Array,
  labels: ArrayLike<number>,
  classes: number,
  aim: 'auto' | 'accuracy' | 'balance',
  weights?: ArrayLike<number>,
  isAllowedClass?: MayName,
): Decision {
  const rows = labels.length
  const named = new Uint32Array(rows)
  const evaluate = (offsets: number[]): Scores => {
    for (let i = 0; i < rows; i++) named[i] = choose(probabilities, i * classes, { offsets, curve: IDENTITY })
    return aim === 'balance' ? expectedScores(named, probabilities, classes) : scoresOf(named, labels, classes)
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
    // Coordinate search with shrinking steps: enough for a handful of classes, and too coarse to overfit noise.
    if (classes <= 8) {
      for (const step of [0.4, 0.2]) {
        for (let c = 0; c < classes; c++) {
          for (const sign of [-1, 1]) {
            const tried = best.offsets.map((offset, i) => (i === c ? offset + sign * step : offset))
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
  const { logits, right } = logitsOf(probabilities, labels, classes, offsets, isAllowedClass)
  return { offsets, curve: fitCalibrationCurve(logits, right, weights) }
}

/** For each row the logit of the named class's probability, and whether the class is right: the input of the calibration. */
export function logitsOf(
  probabilities: Float64Array,
  labels: ArrayLike<number>,
  classes: number,
  offsets: number[],
  isAllowedClass?: MayName,
): { logits: Float64Array; right: Uint8Array } {
  const logits = new Float64Array(labels.length)
  const right = new Uint8Array(labels.length)
  for (let i = 0; i < labels.length; i++) {
    const named = nameRow(probabilities, i, { offsets, curve: IDENTITY }, isAllowedClass)
    logits[i] = logit(probabilities[i * classes + named]!)
    right[i] = named === labels[i] ? 1 : 0
  }
  return { logits, right }
}
