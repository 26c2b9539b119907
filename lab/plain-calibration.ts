import type { CalibrationCurve } from '../engine/classifier/calibration.ts'

/** Plain alternatives to the engine's calibration curve, represented as curves so that they are interchangeable. */

const FAR = 14

/** Temperature scaling: one factor on the logit, fitted by golden-section search; Platt's line without its intercept. */
export function temperatureCurve(
  logits: Float64Array,
  right: Uint8Array,
  weights: ArrayLike<number>,
): CalibrationCurve {
  const loss = (factor: number) =>
    logits.reduce((sum, logit, i) => sum + weights[i]! * Math.log1p(Math.exp((right[i] ? -1 : 1) * factor * logit)), 0)
  let [low, high] = [0.05, 4]
  const ratio = (Math.sqrt(5) - 1) / 2
  while (high - low > 1e-3) {
    const [left, more] = [high - ratio * (high - low), low + ratio * (high - low)]
    if (loss(left) < loss(more)) high = more
    else low = left
  }
  const factor = (low + high) / 2
  return { at: [-FAR, FAR], chance: [-FAR * factor, FAR * factor] }
}

/**
 * Platt scaling: slope and intercept on the logit by Newton's method, pulled towards slope 1 and intercept 0 with the weight of
 * one row each.
 */
export function plattCurve(logits: Float64Array, right: Uint8Array, weights: ArrayLike<number>): CalibrationCurve {
  let [slope, constant] = [1, 0]
  for (let turn = 0; turn < 30; turn++) {
    let [g0, g1, h00, h01, h11] = [slope - 1, constant, 1, 0, 1]
    for (let i = 0; i < logits.length; i++) {
      const x = logits[i]!
      const p = 1 / (1 + Math.exp(-(slope * x + constant)))
      const [off, bend] = [weights[i]! * (p - right[i]!), weights[i]! * p * (1 - p)]
      g0 += off * x
      g1 += off
      h00 += bend * x * x
      h01 += bend * x
      h11 += bend
    }
    const determinant = h00 * h11 - h01 * h01
    const [dSlope, dConstant] = [(h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant]
    slope -= Math.max(-1, Math.min(1, dSlope))
    constant -= Math.max(-1, Math.min(1, dConstant))
    if (Math.abs(dSlope) + Math.abs(dConstant) < 1e-6) break
  }
  slope = Math.max(0, slope)
  return { at: [-FAR, FAR], chance: [constant - FAR * slope, constant + FAR * slope] }
}

/** Isotonic regression by pool adjacent violators, interpolated linearly between the centres of the pools. */
export function isotonicCurve(logits: Float64Array, right: Uint8Array, weights: ArrayLike<number>): CalibrationCurve {
  const order = Array.from(logits.keys()).sort((a, b) => logits[a]! - logits[b]!)
  const pools: { sum: number; weight: number; logit: number }[] = []
  for (const i of order) {
    const weight = weights[i]!
    let pool = { sum: weight * right[i]!, weight, logit: weight * logits[i]! }
    for (let last = pools.at(-1); last && last.sum / last.weight >= pool.sum / pool.weight; last = pools.at(-1)) {
      pool = { sum: pool.sum + last.sum, weight: pool.weight + last.weight, logit: pool.logit + last.logit }
      pools.pop()
    }
    pools.push(pool)
  }
  const curve: CalibrationCurve = { at: [], chance: [] }
  for (const { sum, weight, logit } of pools) {
    const at = logit / weight
    if (curve.at.length > 0 && at <= curve.at.at(-1)! + 1e-9) continue
    // A pseudo-count of one row keeps a pool of right rows only from being certain.
    const chance = (sum + 0.5) / (weight + 1)
    curve.at.push(at)
    curve.chance.push(Math.log(chance / (1 - chance)))
  }
  return curve.at.length < 2 ? { at: [-FAR, FAR], chance: [-FAR, FAR] } : curve
}
