import { expect, test } from 'vitest'
import { turnsOf } from '../testing/loop-turns.ts'
import { onBehalfOf } from './caller.ts'
import { ownTurn } from './own-turn.ts'

test('concurrent waiters each get a turn of the event loop alone, in order', async () => {
  const turns: number[] = []
  await turnsOf((turn) => Promise.all(Array.from({ length: 5 }, () => ownTurn().then(() => turns.push(turn())))))
  expect(turns).toHaveLength(5)
  expect(new Set(turns).size).toBe(5)
  expect(turns).toEqual(turns.toSorted((one, other) => one - other))
})

test('a caller with one step waits for one of each other caller, however many those have', async () => {
  const order: string[] = []
  const step = (key: string) => onBehalfOf({ key }, () => ownTurn().then(() => order.push(key)))
  await Promise.all([...Array.from({ length: 6 }, () => step('ada')), step('ben'), step('ben')])
  expect(order).toEqual(['ada', 'ben', 'ada', 'ben', 'ada', 'ada', 'ada', 'ada'])
})
