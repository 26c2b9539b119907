import { expect, test } from 'vitest'
import { runMomentKills } from './moments.ts'

test('random moments of servers that were killed have every write that was acknowledged until then', async () => {
  const outcome = await runMomentKills({ kills: 2, moments: 10 })
  expect(outcome).toMatchObject({ kills: 2, lost: 0, problems: [] })
  expect(outcome.acknowledged).toBeGreaterThan(20)
})
