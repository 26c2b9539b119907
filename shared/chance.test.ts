import { expect, test } from 'vitest'
import { formatChance } from './chance.ts'

test.each([
  [0, '0%'],
  [0.724, '72%'],
  [0.994, '99%'],
  [0.996, '99%'],
  [1, '99%'],
])('a probability of %d reads %s', (probability, words) => {
  expect(formatChance(probability)).toBe(words)
})
