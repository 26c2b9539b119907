import { expect, test } from 'vitest'
import { signalCases, signalScores } from './signals.ts'

test.each(['seen', 'unseen'] as const)('the signs of the %s half are found, and few others', (half) => {
  const { all } = signalScores(signalCases(half))
  expect(all.there).toBeGreaterThan(60)
  expect(all.precision).toBeGreaterThanOrEqual(0.85)
  expect(all.recall).toBeGreaterThanOrEqual(half === 'seen' ? 0.9 : 0.7)
})
