import { expect, test } from 'vitest'
import { pagerWindow } from './pager-window.ts'

test.each([
  [1, 129, [1, 2, 3, 4, 5]],
  [3, 129, [1, 2, 3, 4, 5]],
  [4, 129, [2, 3, 4, 5, 6]],
  [64, 129, [62, 63, 64, 65, 66]],
  [128, 129, [126, 127, 128, 129]],
  [129, 129, [127, 128, 129]],
  [1, 3, [1, 2, 3]],
  [1, 0, []],
])('page %i of %i offers %j', (page, count, numbers) => {
  expect(pagerWindow(page, count)).toEqual(numbers)
})
