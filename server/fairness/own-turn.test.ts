import { expect, test } from 'vitest'
import { turnsOf } from '../testing/loop-turns.ts'
import { ownTurn } from './own-turn.ts'

test('of those who wait at the same time each has a turn of the event loop alone, in their order', async () => {
  const turns: number[] = []
  await turnsOf((turn) => Promise.all(Array.from({ length: 5 }, () => ownTurn().then(() => turns.push(turn())))))
  expect(turns).toHaveLength(5)
  expect(new Set(turns).size).toBe(5)
  expect(turns).toEqual(turns.toSorted((one, other) => one - other))
})
