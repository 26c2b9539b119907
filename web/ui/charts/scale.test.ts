import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countScale, labelledColumns, stackedWidths } from './scale.ts'

test('an axis ends on a round number just above the largest value', () => {
  expect(countScale(38)).toEqual({ max: 40, ticks: [0, 20, 40] })
  expect(countScale(41)).toEqual({ max: 50, ticks: [0, 50] })
  expect(countScale(7)).toEqual({ max: 10, ticks: [0, 5, 10] })
  expect(countScale(1200, 4)).toEqual({ max: 1500, ticks: [0, 500, 1000, 1500] })
})

test('an axis of counts never has fractions, and an empty one still has a height', () => {
  expect(countScale(0)).toEqual({ max: 1, ticks: [0, 1] })
  expect(countScale(1)).toEqual({ max: 1, ticks: [0, 1] })
  expect(countScale(3)).toEqual({ max: 4, ticks: [0, 2, 4] })
})

test('every axis holds its largest value with even steps and no more of them than asked', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 6 }), (largest, steps) => {
      const { max, ticks } = countScale(largest, steps)
      expect(max).toBeGreaterThanOrEqual(Math.max(1, largest))
      expect(ticks.length - 1).toBeLessThanOrEqual(steps)
      expect(ticks[0]).toBe(0)
      expect(ticks.at(-1)).toBe(max)
      expect(ticks.every((tick) => Number.isInteger(tick))).toBe(true)
    }),
  )
})

test('labels are evenly spaced and the last column always has one', () => {
  expect([...labelledColumns(26, 6)]).toEqual([25, 20, 15, 10, 5, 0])
  expect([...labelledColumns(3, 6)]).toEqual([2, 1, 0])
  expect([...labelledColumns(1, 6)]).toEqual([0])
  expect([...labelledColumns(0, 6)]).toEqual([])
})

test('a part of a stacked bar is as wide as its share', () => {
  expect(stackedWidths([1, 3])).toEqual([25, 75])
})

test('a tiny part keeps a width that can be seen, an empty part has none, and together they fill the bar', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 6 }), (counts) => {
      const widths = stackedWidths(counts)
      const filled = widths.reduce((sum, width) => sum + width, 0)
      expect(filled).toBeCloseTo(counts.some((count) => count > 0) ? 100 : 0, 6)
      counts.forEach((count, index) => {
        if (count > 0) expect(widths[index]).toBeGreaterThan(1.3)
        else expect(widths[index]).toBe(0)
      })
    }),
  )
})
