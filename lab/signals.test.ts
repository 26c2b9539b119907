import { expect, test } from 'vitest'
import { signalCases, signalScores } from './signals.ts'

test.each([
  { part: 'seen', precision: 0.9, recall: 0.9 },
  { part: 'unseen', precision: 0.9, recall: 0.9 },
  { part: 'later', precision: 0.9, recall: 0.9 },
  { part: 'last', precision: 0.7, recall: 0.35 },
] as const)('the signs of the $part part are found, and few others', ({ part, precision, recall }) => {
  const { all } = signalScores(signalCases(part))
  expect(all.there).toBeGreaterThan(30)
  expect(all.precision).toBeGreaterThanOrEqual(precision)
  expect(all.recall).toBeGreaterThanOrEqual(recall)
})
