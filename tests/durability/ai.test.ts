import { expect, test } from 'vitest'
import { runAiKills } from './ai.ts'

test('a training and a batch that a kill interrupts go on by themselves and are done exactly once', async () => {
  const outcome = await runAiKills({ rounds: 1 })
  expect(outcome.problems).toEqual([])
  expect(outcome.kills).toEqual({ training: 1, batch: 1 })
}, 900_000)
