import { sigmoid } from './logistic.ts'
import { isotonic } from './isotonic.ts'

/**
 * Calibration curve from the probability of the named class to its chance to be right: piecewise linear between the two logits.
 * A single straight line (temperature, Platt) cannot express "however confident it looks, one label in ten is wrong", and
 * offices do label that unevenly.
 * Source: Guo et al. (2017) for the straight line; Eilers and Marx, "Flexible smoothing with B-splines and penalties" (1996)
 * for the penalty on bends, here with hat functions.
 */
export interface CalibrationCurve {
  /** logits of the probability at the knots, ascending */
  at: number[]
  /**
   * logits of the chance to be right at the knots, non-decreasing; constant above the last knot, falling further below the
   * first
   */
  chance: number[]
}

export const IDENTITY: CalibrationCurve = { at: [-14, 14], chance: [-14, 14] }

/** Quantiles of the rows at which the knots lie. */
const KNOTS = [0.01, 0.08, 0.2, 0.35, 0.5, 0.65, 0.8, 0.92, 0.99]
/** Strengths of the penalty on bends and of the pull towards the straight line, in rows. */
const BEND_PENALTY = 6
const LINE_PENALTY = 2
/** With fewer rows the identity is used: they say nothing about the curve. */
const MIN_ROWS = 30

/** @param weights how much each row counts, 1 when left out */
export function fitCalibrationCurve(
  logits: Float64Array,
  right: Uint8Array,
  weights?: ArrayLike<number>,
): CalibrationCurve {
  if (logits.length < MIN_ROWS) return IDENTITY
  const at = knotsOf(logits)
  const size = at.length
  if (size < 2) return IDENTITY
  const chance = Float64Array.from(at)
  for (let turn = 0; turn < 30; turn++) {
    const gradient = new Float64Array(size)
    const curvature = Array.from({ length: size }, () => new Float64Array(size))
    for (let i = 0; i < logits.length; i++) {
      const { left, share } = placeOf(at, logits[i]!)
      const weight = weights ? weights[i]! : 1
      const p = sigmoid((1 - share) * chance[left]! + share * chance[left + 1]!)
      const off = weight * (p - right[i]!)
      const bend = weight * p * (1 - p)
      gradient[left]! += off * (1 - share)
      gradient[left + 1]! += off * share
      curvature[left]![left]! += bend * (1 - share) ** 2
      curvature[left + 1]![left + 1]! += bend * share ** 2
      const both = bend * share * (1 - share)
      curvature[left]![left + 1]! += both
      curvature[left + 1]![left]! += both
    }
    for (let k = 0; k < size; k++) {
      gradient[k]! += (LINE_PENALTY / size) * (chance[k]! - at[k]!)
      curvature[k]![k]! += LINE_PENALTY / size
    }
    for (let k = 1; k + 1 < size; k++) {
      const [before, after] = [1 / (at[k]! - at[k - 1]!), 1 / (at[k + 1]! - at[k]!)]
      const coefficients = [before, -before - after, after]
      const slopes = coefficients.reduce((sum, c, j) => sum + c * chance[k - 1 + j]!, 0)
      coefficients.forEach((c, j) => {
        gradient[k - 1 + j]! += BEND_PENALTY * slopes * c
        coefficients.forEach((d, l) => (curvature[k - 1 + j]![k - 1 + l]! += BEND_PENALTY * c * d))
      })
    }
    const step = solve(curvature, gradient)
    let most = 0
    for (let k = 0; k < size; k++) {
      const limited = Math.max(-2, Math.min(2, step[k]!))
      chance[k]! -= limited
      most = Math.max(most, Math.abs(limited))
    }
    if (most < 1e-6) break
  }
  return { at, chance: isotonic(chance) }
}

export function calibrate({ at, chance }: CalibrationCurve, logit: number): number {
  // Below the first knot there are hardly any rows to learn from, so an upward correction fades out quickly.
  const under = at[0]! - logit
  if (under > 0) {
    const better = chance[0]! - at[0]!
    return logit + (better > 0 ? better * Math.max(0, 1 - under) : better)
  }
  const { left, share } = placeOf(at, logit)
  return (1 - share) * chance[left]! + share * chance[left + 1]!
}

/** The same curve with less confidence: the logits shrink by a share. */
export function flatten({ at, chance }: CalibrationCurve, share: number): CalibrationCurve {
  return { at, chance: chance.map((logit) => logit * (1 - share)) }
}

/** The knot to the left and the relative position between it and the next, 0 … 1. */
function placeOf(at: readonly number[], logit: number): { left: number; share: number } {
  let left = 0
  while (left + 2 < at.length && logit >= at[left + 1]!) left++
  const share = (logit - at[left]!) / (at[left + 1]! - at[left]!)
  return { left, share: Math.max(0, Math.min(1, share)) }
}

function knotsOf(logits: Float64Array): number[] {
  const sorted = Float64Array.from(logits).sort()
  const knots: number[] = []
  for (const share of KNOTS) {
    const knot = sorted[Math.round(share * (sorted.length - 1))]!
    // Closer knots would fit bends to noise.
    if (knots.length === 0 || knot > knots.at(-1)! + 0.15) knots.push(knot)
  }
  return knots
}

/** Gaussian elimination; the matrix is symmetric and positive definite, so no pivoting is needed. */
function solve(matrix: Float64Array[], given: Float64Array): Float64Array {
  const size = given.length
  const rows = matrix.map((row) => Float64Array.from(row))
  const out = Float64Array.from(given)
  for (let k = 0; k < size; k++) {
    for (let i = k + 1; i < size; i++) {
      const factor = rows[i]![k]! / rows[k]![k]!
      for (let j = k; j < size; j++) rows[i]![j]! -= factor * rows[k]![j]!
      out[i]! -= factor * out[k]!
    }
  }
  for (let k = size - 1; k >= 0; k--) {
    for (let j = k + 1; j < size; j++) out[k]! -= rows[k]![j]! * out[j]!
    out[k]! /= rows[k]![k]!
  }
  return out
}
