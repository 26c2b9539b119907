import { logSumExp } from './linear.ts'

/**
 * Several models' opinions become one probability: p ∝ Π pₘ^powerₘ · e^tilt. One model and one power is temperature scaling;
 * powers are fitted on predictions of rows that the models had not seen (folds or a validation part).
 * Source: Guo et al., "On calibration of modern neural networks" (2017); Genest and Zidek (1986) for logarithmic pools.
 */
export interface Blend {
  powers: number[]
  /** classes: corrects the shares of the classes; zeros when there are too few rows to tell */
  tilt: number[]
}

/** Predictions on unseen rows: `logs[m]` holds rows × classes log-probabilities of model m. */
export interface Unseen {
  logs: Float32Array[]
  labels: ArrayLike<number>
  /** how much each row counts */
  weights: ArrayLike<number>
  classes: number
}

/**
 * Minimises the mean −ln p(true class) by gradient descent with a step that grows while it helps; powers stay ≥ 0.
 * @param pull strength of the pull of the tilt towards 0, in rows
 */
export function fitBlend(unseen: Unseen, pull = 20, withTilt = true): Blend {
  const { logs, labels, classes, weights } = unseen
  const rows = labels.length
  const whole = sumOf(weights)
  const models = logs.length
  let now = { powers: Array.from({ length: models }, () => 1 / models), tilt: Array.from({ length: classes }, () => 0) }
  if (rows < 10) return { ...now, powers: now.powers.map((power) => power * 0.8) }
  const scores = new Float64Array(classes)
  const lossOf = (blend: Blend, gradient?: { powers: Float64Array; tilt: Float64Array }): number => {
    let loss = 0
    gradient?.powers.fill(0)
    gradient?.tilt.fill(0)
    for (let i = 0; i < rows; i++) {
      const base = i * classes
      for (let c = 0; c < classes; c++) {
        let score = blend.tilt[c]!
        for (let m = 0; m < models; m++) score += blend.powers[m]! * logs[m]![base + c]!
        scores[c] = score
      }
      const log = logSumExp(scores)
      loss += weights[i]! * (log - scores[labels[i]!]!)
      if (!gradient) continue
      for (let c = 0; c < classes; c++) {
        const off = weights[i]! * (Math.exp(scores[c]! - log) - (c === labels[i] ? 1 : 0))
        gradient.tilt[c]! += off
        for (let m = 0; m < models; m++) gradient.powers[m]! += off * logs[m]![base + c]!
      }
    }
    for (let c = 0; c < classes; c++) loss += (pull / 2) * blend.tilt[c]! ** 2
    for (let m = 0; m < models; m++) loss += 0.5 * (blend.powers[m]! - 1 / models) ** 2
    return loss / whole
  }
  const gradient = { powers: new Float64Array(models), tilt: new Float64Array(classes) }
  let step = 0.5
  let loss = lossOf(now)
  for (let turn = 0; turn < 60; turn++) {
    lossOf(now, gradient)
    const next = {
      powers: now.powers.map((power, m) =>
        Math.max(0, power - (step * (gradient.powers[m]! + (power - 1 / models))) / whole / 4),
      ),
      tilt: now.tilt.map((tilt, c) =>
        withTilt ? tilt - (step * classes * (gradient.tilt[c]! + pull * tilt)) / whole / 2 : 0,
      ),
    }
    const there = lossOf(next)
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

/** Probabilities of one row, written to `out`. */
export function blendRow(blend: Blend, logs: readonly Float32Array[], offset: number, out: Float64Array): void {
  const classes = out.length
  for (let c = 0; c < classes; c++) {
    let score = blend.tilt[c]!
    for (let m = 0; m < logs.length; m++) score += blend.powers[m]! * logs[m]![offset + c]!
    out[c] = score
  }
  const log = logSumExp(out)
  for (let c = 0; c < classes; c++) out[c] = Math.exp(out[c]! - log)
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
