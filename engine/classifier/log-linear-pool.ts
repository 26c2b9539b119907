import { logSumExp } from './linear.ts'

/**
 * Several models' opinions become one probability: q ∝ Π pₘ^powerₘ · e^tilt. One model and one power is temperature scaling;
 * powers are fitted on predictions of rows that the models had not seen (folds or a validation part).
 * Some rows are labelled against their text. No power can say so without making clear texts look doubtful, so they are counted
 * apart: p = (1 − stray) · q + stray · shares.
 * Source: Guo et al., "On calibration of modern neural networks" (2017); Genest and Zidek (1986) for logarithmic pools;
 * Copas, "Binary regression models for contaminated data" (1988) for stray labels.
 */
export interface Blend {
  powers: number[]
  /** classes: corrects the shares of the classes; zeros when there are too few rows to tell */
  tilt: number[]
  /** share of the rows whose label does not follow from their text */
  stray: number
  /** classes: how the labels of stray rows are spread */
  shares: number[]
}

/** Predictions on unseen rows: `logs[m]` holds rows × classes log-probabilities of model m. */
export interface Unseen {
  logs: Float32Array[]
  labels: ArrayLike<number>
  /** how much each row counts */
  weights: ArrayLike<number>
  classes: number
}

/** Powers and stray labels are fitted in turn, at most so often: each changes little once the other is about right. */
const ROUNDS = 5
/** No labels at all would be surer than this: more means that the models have learnt nothing. */
const MOST_STRAY = 0.6
/** Rows' worth of the belief that no label is stray. */
const TRUST = 2

/**
 * Minimises the mean −ln p(true class); powers stay ≥ 0.
 * @param pull strength of the pull of the tilt towards 0, in rows
 */
export function fitBlend(unseen: Unseen, pull = 10, withTilt = true): Blend {
  const { logs, labels, classes, weights } = unseen
  const rows = labels.length
  const models = logs.length
  let now: Blend = {
    powers: Array.from({ length: models }, () => 1 / models),
    tilt: Array.from({ length: classes }, () => 0),
    stray: 0,
    shares: sharesOf(unseen),
  }
  if (rows < 10) return { ...now, powers: now.powers.map((power) => power * 0.8) }
  const likelihoods = new Float64Array(rows)
  for (let round = 0; round < ROUNDS; round++) {
    now = descend(now, unseen, pull, withTilt)
    lossOf(now, unseen, pull, { likelihoods })
    const stray = strayAmong(likelihoods, labels, weights, now.shares)
    const settled = Math.abs(stray - now.stray) < 0.002
    now = { ...now, stray }
    if (settled) break
  }
  return now
}

interface Noted {
  gradient?: { powers: Float64Array; tilt: Float64Array }
  /** rows: the models' joint probability of the true class, stray labels aside */
  likelihoods?: Float64Array
}

function lossOf(blend: Blend, { logs, labels, classes, weights }: Unseen, pull: number, noted: Noted = {}): number {
  const { gradient, likelihoods } = noted
  const { powers, tilt, stray, shares } = blend
  const models = logs.length
  const scores = new Float64Array(classes)
  let loss = 0
  gradient?.powers.fill(0)
  gradient?.tilt.fill(0)
  for (let i = 0; i < labels.length; i++) {
    const base = i * classes
    const truth = labels[i]!
    for (let c = 0; c < classes; c++) {
      let score = tilt[c]!
      for (let m = 0; m < models; m++) score += powers[m]! * logs[m]![base + c]!
      scores[c] = score
    }
    const log = logSumExp(scores)
    const follows = (1 - stray) * Math.exp(scores[truth]! - log)
    const chance = follows + stray * shares[truth]!
    // Written so that a chance too small for a number keeps its logarithm.
    loss += weights[i]! * (stray === 0 ? log - scores[truth]! : -Math.log(chance))
    if (likelihoods) likelihoods[i] = Math.exp(scores[truth]! - log)
    if (!gradient) continue
    // A row teaches as far as its label seems to follow from its text.
    const counts = weights[i]! * (stray === 0 ? 1 : follows / chance)
    for (let c = 0; c < classes; c++) {
      const off = counts * (Math.exp(scores[c]! - log) - (c === truth ? 1 : 0))
      gradient.tilt[c]! += off
      for (let m = 0; m < models; m++) gradient.powers[m]! += off * logs[m]![base + c]!
    }
  }
  for (let c = 0; c < classes; c++) loss += (pull / 2) * tilt[c]! ** 2
  for (let m = 0; m < models; m++) loss += 0.5 * (powers[m]! - 1 / models) ** 2
  return loss / sumOf(weights)
}

/** Gradient descent on powers and tilt with a step that grows while it helps. */
function descend(start: Blend, unseen: Unseen, pull: number, withTilt: boolean): Blend {
  const { classes } = unseen
  const models = unseen.logs.length
  const whole = sumOf(unseen.weights)
  const gradient = { powers: new Float64Array(models), tilt: new Float64Array(classes) }
  let now = start
  let step = 0.5
  let loss = lossOf(now, unseen, pull)
  for (let turn = 0; turn < 60; turn++) {
    lossOf(now, unseen, pull, { gradient })
    const next = {
      ...now,
      powers: now.powers.map((power, m) =>
        Math.max(0, power - (step * (gradient.powers[m]! + (power - 1 / models))) / whole / 4),
      ),
      tilt: now.tilt.map((tilt, c) =>
        withTilt ? tilt - (step * classes * (gradient.tilt[c]! + pull * tilt)) / whole / 2 : 0,
      ),
    }
    const there = lossOf(next, unseen, pull)
    if (there < loss) {
      const gain = loss - there
      now = next
      loss = there
      step *= 1.6
      if (gain < 1e-7) break
    } else {
      step /= 3
      if (step < 1e-5) break
    }
  }
  return now
}

/** The likeliest share of stray labels. The likelihood has one hill, so the stretch that holds its top is narrowed by thirds. */
function strayAmong(
  likelihoods: Float64Array,
  labels: ArrayLike<number>,
  weights: ArrayLike<number>,
  shares: readonly number[],
): number {
  const fit = (stray: number): number => {
    let sum = TRUST * Math.log(1 - stray)
    for (let i = 0; i < likelihoods.length; i++) {
      sum += weights[i]! * Math.log((1 - stray) * likelihoods[i]! + stray * shares[labels[i]!]! + 1e-300)
    }
    return sum
  }
  let [from, to] = [0, MOST_STRAY]
  while (to - from > 1e-3) {
    const [left, right] = [from + (to - from) / 3, to - (to - from) / 3]
    if (fit(left) < fit(right)) from = left
    else to = right
  }
  return from === 0 ? 0 : (from + to) / 2
}

/** Shares of the classes, with half a row for each: a class that no fold has asked about is still possible. */
function sharesOf({ labels, weights, classes }: Unseen): number[] {
  const shares = Array.from({ length: classes }, () => 0.5)
  for (let i = 0; i < labels.length; i++) shares[labels[i]!]! += weights[i]!
  const whole = sumOf(shares)
  return shares.map((share) => share / whole)
}

/** Probabilities of one row, written to `out`. */
export function blendRow(blend: Blend, logs: readonly Float32Array[], offset: number, out: Float64Array): void {
  const classes = out.length
  for (let c = 0; c < classes; c++) {
    let score = blend.tilt[c]!
    for (let m = 0; m < logs.length; m++) score += blend.powers[m]! * logs[m]![offset + c]!
    out[c] = score
  }
  const log = logSumExp(out)
  for (let c = 0; c < classes; c++)
    out[c] = (1 - blend.stray) * Math.exp(out[c]! - log) + blend.stray * blend.shares[c]!
}

export function meanLoss(blend: Blend, unseen: Unseen): number {
  const out = new Float64Array(unseen.classes)
  let loss = 0
  for (let i = 0; i < unseen.labels.length; i++) {
    blendRow(blend, unseen.logs, i * unseen.classes, out)
    loss -= unseen.weights[i]! * Math.log(Math.max(out[unseen.labels[i]!]!, 1e-12))
  }
  return loss / Math.max(1, sumOf(unseen.weights))
}

function sumOf(numbers: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += numbers[i]!
  return sum
}
