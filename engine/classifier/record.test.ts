import { expect, test } from 'vitest'
import { recordOf } from './record.ts'

const PRIOR = { share: 0.8, decisions: 12 }
const decisions = (count: number, right: (at: number) => boolean) => ({
  confidences: Array.from({ length: count }, (_, i) => 0.99 - i / 1000),
  right: Array.from({ length: count }, (_, i) => right(i)),
})

test('without decisions the record equals its prior', () => {
  expect(recordOf([], [], PRIOR)).toBeCloseTo(0.8)
})

test('few decisions change the record slightly, many determine it', () => {
  const after = (count: number) => {
    const { confidences, right } = decisions(count, () => true)
    return recordOf(confidences, right, PRIOR)
  }
  expect(after(5)).toBeLessThan(0.9)
  expect(after(40)).toBeLessThan(0.95)
  expect(after(400)).toBeGreaterThan(0.97)
})

test('the record is computed from the most confident quarter of the decisions', () => {
  const half = decisions(100, (at) => at < 50)
  expect(recordOf(half.confidences, half.right, PRIOR)).toBeGreaterThan(0.9)
  const wrong = decisions(100, (at) => at >= 50)
  expect(recordOf(wrong.confidences, wrong.right, PRIOR)).toBeLessThan(0.3)
})
