import { expect, test } from 'vitest'
import { calibrationFloor } from './calibration-floor.ts'

test('few rows leave more to chance than many, and certainty nothing', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, i) => 0.4 + (0.4 * i) / count)
  expect(calibrationFloor(rows(200))).toBeGreaterThan(2 * calibrationFloor(rows(2000)))
  expect(calibrationFloor(rows(200))).toBeLessThan(0.1)
  expect(calibrationFloor([1, 1, 1])).toBe(0)
})
