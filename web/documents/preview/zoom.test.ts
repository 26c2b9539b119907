import { expect, test } from 'vitest'
import { nextStep, scaleOf } from './zoom.ts'

const A4 = { width: 800, height: 1100 }

test('pages are as wide as the pane, or as small as a whole page needs, within bounds', () => {
  expect(scaleOf('width', A4, { width: 424, height: 600 })).toBe(0.5)
  expect(scaleOf('page', A4, { width: 2000, height: 574 })).toBe(0.5)
  expect(scaleOf('width', A4, { width: 10, height: 10 })).toBe(0.25)
  expect(scaleOf(9, A4, { width: 424, height: 600 })).toBe(5)
})

test('a step goes to the next one, from between two as well, and stops at the ends', () => {
  expect(nextStep(1, 1)).toBe(1.1)
  expect(nextStep(1.38, 1)).toBe(1.5)
  expect(nextStep(1.38, -1)).toBe(1.25)
  expect(nextStep(5, 1)).toBe(5)
  expect(nextStep(0.25, -1)).toBe(0.25)
})
