import { expect, test } from 'vitest'
import { spreadTops } from './spread-tops.ts'

test('places that are far enough apart stay', () => {
  expect(spreadTops([0.1, 0.5, 0.9], 0.1)).toEqual([0.1, 0.5, 0.9])
})

test('overlapping ones are placed below one another, in their order', () => {
  expect(spreadTops([0.5, 0.25, 0.25, 0.3], 0.125)).toEqual([0.625, 0.25, 0.375, 0.5])
})

test('what would leave the page moves up', () => {
  expect(spreadTops([0.75, 1], 0.25)).toEqual([0.5, 0.75])
})
