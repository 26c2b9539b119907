import { expect, test } from 'vitest'
import { redistribute } from './redistribute.ts'

const of = (probabilities: number[], named: number, confidence: number, maxConfidence?: number) =>
  redistribute({ named, confidence, probabilities: Float64Array.from(probabilities) }, maxConfidence)

test('the likeliest value stays the likeliest when its confidence is lowered', () => {
  const { probabilities } = of([0.5, 0.45, 0.05], 0, 0.35)
  expect([...probabilities].map((p) => Math.round(p * 100))).toEqual([35, 35, 30])
})

test('all values add up to 1, and a rarer one that is named leaves the others as they were', () => {
  for (const [named, confidence] of [
    [0, 0.9],
    [1, 0.3],
    [2, 0.1],
    [2, 0.6],
  ] as const) {
    const { probabilities } = of([0.6, 0.3, 0.1], named, confidence)
    expect(probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1)
  }
  const { probabilities, confidence } = of([0.6, 0.3, 0.1], 1, 0.35)
  expect(confidence).toBe(0.35)
  expect(probabilities[0]).toBeCloseTo(0.65 * (0.6 / 0.7))
})

test('the confidence is never below chance and never above its limit', () => {
  expect(of([0.4, 0.3, 0.3], 0, 0.01).confidence).toBeCloseTo(1 / 3)
  expect(of([1, 0, 0], 0, 0.99, 0.4).confidence).toBe(0.4)
})
