import { expect, test } from 'vitest'
import { calibrate, fitCalibrationCurve, flatten, IDENTITY } from './calibration.ts'
import { generator } from './random.ts'

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))

/** Rows whose probability of being right is a known function of their logit. */
function drawn(count: number, chance: (logit: number) => number, seed: number) {
  const random = generator(seed)
  const logits = Float64Array.from({ length: count }, () => 8 * random() - 3)
  return { logits, right: Uint8Array.from(logits, (logit) => (random() < chance(logit) ? 1 : 0)) }
}

test('the curve follows a chance that stops growing, where a straight line would be overconfident', () => {
  const chance = (logit: number) => 0.2 + 0.65 * sigmoid(2 * logit)
  const { logits, right } = drawn(4000, chance, 1)
  const curve = fitCalibrationCurve(logits, right)
  for (const logit of [-2, -0.5, 0, 1, 3, 4.5]) {
    expect(Math.abs(sigmoid(calibrate(curve, logit)) - chance(logit)), `${logit}`).toBeLessThan(0.05)
  }
})

test('a higher probability never means a smaller chance', () => {
  const { logits, right } = drawn(400, (logit) => (logit > 2 ? 0.4 : 0.8), 2)
  const { chance } = fitCalibrationCurve(logits, right)
  expect(chance).toEqual(chance.toSorted((a, b) => a - b))
})

test('few rows leave the probability unchanged', () => {
  const { logits, right } = drawn(20, () => 0.5, 3)
  expect(fitCalibrationCurve(logits, right)).toEqual(IDENTITY)
  expect(calibrate(IDENTITY, 1.5)).toBeCloseTo(1.5)
})

test('rows that are all right, all wrong or all alike give finite chances', () => {
  const alike = new Float64Array(50).fill(1)
  for (const right of [new Uint8Array(50), new Uint8Array(50).fill(1)]) {
    for (const logits of [alike, Float64Array.from({ length: 50 }, (_, i) => i / 10)]) {
      expect(Number.isFinite(calibrate(fitCalibrationCurve(logits, right), 2))).toBe(true)
    }
  }
})

test('a row with weight 3 equals three rows', () => {
  const { logits, right } = drawn(300, sigmoid, 4)
  const weights = Float64Array.from(logits, (_, i) => (i % 3 === 0 ? 3 : 0))
  const third = (values: ArrayLike<number>) => Array.from(values).filter((_, i) => i % 3 === 0)
  const repeated = (values: ArrayLike<number>) => third(values).flatMap((value) => [value, value, value])
  const weighted = fitCalibrationCurve(logits, right, weights)
  const plain = fitCalibrationCurve(Float64Array.from(repeated(logits)), Uint8Array.from(repeated(right)))
  for (const logit of [-2, 0, 2, 4])
    expect(Math.abs(calibrate(weighted, logit) - calibrate(plain, logit))).toBeLessThan(0.25)
})

test('caution lowers high confidences, and never a doubt', () => {
  const curve = flatten({ at: [-2, 2], chance: [-2, 2] }, 0.25)
  expect(curve.chance).toEqual([-1.5, 1.5])
})
