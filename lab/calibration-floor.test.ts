import { expect, test } from 'vitest'
import { generator } from '../engine/classifier/random.ts'
import { calibrationByChance, debiasedSquare, signedRoot } from './calibration-floor.ts'

const chances = (count: number) => Array.from({ length: count }, (_, i) => 0.4 + (0.4 * i) / count)

test('the floor is higher for few rows than for many, and zero for certainty', () => {
  const floor = (confidences: number[]) => calibrationByChance(confidences, 0).floor
  expect(floor(chances(200))).toBeGreaterThan(2 * floor(chances(2000)))
  expect(floor(chances(200))).toBeLessThan(0.1)
  expect(floor([1, 1, 1])).toBe(0)
})

test('chance alone exceeds the floor half of the time, and hardly ever doubles it', () => {
  const { floor } = calibrationByChance(chances(200), 0)
  expect(calibrationByChance(chances(200), floor).asMuch).toBeCloseTo(0.5, 1)
  expect(calibrationByChance(chances(200), 2 * floor).asMuch).toBeLessThan(0.05)
})

test.each([0, 0.05, 0.1, 0.2])('the debiased error is unbiased, however few the rows: %d', (wrongBy) => {
  const next = generator(7)
  const confidences = chances(200)
  const squares = Array.from({ length: 500 }, () =>
    debiasedSquare(
      confidences,
      confidences.map((chance) => next() < chance - wrongBy),
    ),
  )
  const average = squares.reduce((sum, square) => sum + square, 0) / squares.length
  expect(average).toBeCloseTo(wrongBy ** 2, 3)
  expect(signedRoot(-0.04)).toBe(-0.2)
})
