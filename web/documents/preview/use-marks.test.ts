import { expect, test } from 'vitest'
import { stackMarginNumbers } from './use-marks.ts'

const number = (key: string, page: number, top: number) => ({ key, label: key, page, top, room: 0.1 })

test('numbers of passages on one line stand below one another, those of other pages stay', () => {
  const placed = stackMarginNumbers([
    number('c', 2, 0.2),
    number('b', 1, 0.55),
    number('a', 1, 0.5),
    number('d', 1, 0.9),
  ])
  expect(placed.map(({ key, page, top }) => [key, page, top])).toEqual([
    ['a', 1, 0.5],
    ['b', 1, 0.6],
    ['d', 1, 0.9],
    ['c', 2, 0.2],
  ])
})
