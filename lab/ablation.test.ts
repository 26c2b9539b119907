import { expect, test } from 'vitest'
import { calibrate } from '../engine/classifier/calibration.ts'
import { generator } from '../engine/classifier/random.ts'
import { FULL, runVariants, VARIANTS } from './ablation.ts'
import { ablateDurations } from './ablation-durations.ts'
import { MADE_KINDS, madeTexts } from './made-texts.ts'
import { jackknife, meanDifference, metricsOf } from './paired.ts'
import { isotonicCurve, temperatureCurve } from './plain-calibration.ts'

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))

function drawn(count: number, chance: (logit: number) => number) {
  const random = generator(1)
  const logits = Float64Array.from({ length: count }, () => 6 * random() - 2)
  const right = Uint8Array.from(logits, (logit) => (random() < chance(logit) ? 1 : 0))
  return [logits, right, new Float64Array(count).fill(1)] as const
}

test('the plain calibrations fit what they can express', () => {
  const half = temperatureCurve(...drawn(4000, (logit) => sigmoid(logit / 2)))
  expect(calibrate(half, 3)).toBeCloseTo(1.5, 0)
  const stepped = (logit: number) => (logit > 1 ? 0.9 : 0.4)
  const curve = isotonicCurve(...drawn(4000, stepped))
  for (const logit of [-1, 0, 2, 3])
    expect(Math.abs(sigmoid(calibrate(curve, logit)) - stepped(logit))).toBeLessThan(0.06)
})

test('each variant answers every test row, and parts that change nothing in the models are decided on the same models', () => {
  const kind = { ...MADE_KINDS[0]!, rows: 150 }
  const texts = madeTexts(kind, 1)
  const outcomes = runVariants(texts.slice(0, 150), texts.slice(150, 350), kind.classNames, {
    whole: FULL,
    ...VARIANTS,
  })
  for (const [name, { said }] of Object.entries(outcomes)) {
    expect(said, name).toHaveLength(200)
    for (const { confidence, loss } of said) {
      expect(confidence).toBeGreaterThan(0)
      expect(confidence).toBeLessThanOrEqual(1)
      expect(Number.isFinite(loss)).toBe(true)
    }
  }
  const named = (name: string) => outcomes[name]!.said.map((row) => row.named)
  expect(named('own curve, against none')).toEqual(named('whole'))
  expect(named('character n-grams')).not.toEqual(named('whole'))
  expect(metricsOf(outcomes.whole!.said, kind.classNames.length).accuracy).toBeGreaterThan(0.4)
})

test('the texts of a made office are the same each time and differ from seed to seed', () => {
  const kind = MADE_KINDS[0]!
  expect(madeTexts(kind, 3)).toEqual(madeTexts(kind, 3))
  expect(madeTexts(kind, 3)[0]).not.toEqual(madeTexts(kind, 4)[0])
})

test('the jackknife finds the standard error of a mean', () => {
  const random = generator(7)
  const values = Array.from({ length: 400 }, () => random())
  const mean = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length
  const estimate = jackknife(20, (left) => mean(values.filter((_, i) => i % 20 !== left)))
  expect(estimate.mean).toBeCloseTo(mean(values), 10)
  // Uniform numbers have a standard deviation of 1/√12.
  expect(estimate.standardError).toBeGreaterThan(0.6 / Math.sqrt(12 * 400))
  expect(estimate.standardError).toBeLessThan(1.5 / Math.sqrt(12 * 400))
  expect(meanDifference([1, 3])).toEqual({ mean: 2, standardError: 1 })
})

test('ranges whose levels follow the outcomes hold more where the pace changes', () => {
  const worths = [...ablateDurations(1, 500, ['grows slower'])]
  const worth = worths.find(({ part }) => part.startsWith('adaptive levels'))
  expect(worth!.coverageError.mean).toBeLessThan(0)
})
