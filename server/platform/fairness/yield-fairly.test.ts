import { expect, test } from 'vitest'
import { countEventLoopTurns } from '../../testing/loop-turns.ts'
import { runAsCaller } from './caller.ts'
import { yieldFairly } from './yield-fairly.ts'

test('concurrent waiters each get a turn of the event loop alone, in order', async () => {
  const turns: number[] = []
  await countEventLoopTurns((turn) =>
    Promise.all(Array.from({ length: 5 }, () => yieldFairly().then(() => turns.push(turn())))),
  )
  expect(turns).toHaveLength(5)
  expect(new Set(turns).size).toBe(5)
  expect(turns).toEqual(turns.toSorted((a, b) => a - b))
})

test('a caller with one step waits for one of each other caller, however many those have', async () => {
  const order: string[] = []
  const step = (key: string) => runAsCaller({ key }, () => yieldFairly().then(() => order.push(key)))
  await Promise.all([...Array.from({ length: 6 }, () => step('ada')), step('ben'), step('ben')])
  expect(order).toEqual(['ada', 'ben', 'ada', 'ben', 'ada', 'ada', 'ada', 'ada'])
})
