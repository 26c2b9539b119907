import { expect, test } from 'vitest'
import { LEARNING_MS } from '../../../server/testing/ai.ts'
import { reportOn } from './report.ts'

test.each(['held-out', 'open'] as const)(
  'questions about documents are answered from the right one, with the right passage: %s',
  async (half) => {
    const { questions, right } = await reportOn(half)
    expect(questions).toBe(20)
    expect(right).toBeGreaterThanOrEqual(0.8)
  },
  LEARNING_MS,
)
