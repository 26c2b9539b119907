import { expect, test } from 'vitest'
import { atMost } from './turns.ts'

test('no more than so many run at a time, the others in the order in which they came', async () => {
  const inTurn = atMost(2, 10_000)
  const began: number[] = []
  let running = 0
  let most = 0
  const work = (name: number) => async () => {
    began.push(name)
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    if (name % 3 === 0) throw new Error('one that fails frees its place, too')
  }
  await Promise.allSettled(Array.from({ length: 20 }, (_, i) => inTurn(work(i))))
  expect(most).toBe(2)
  expect(began).toEqual(Array.from({ length: 20 }, (_, i) => i))
})

test('whoever waits too long is told, and takes nobody’s turn', async () => {
  const inTurn = atMost(1, 20)
  let free = () => {}
  const busy = inTurn(() => new Promise<void>((resolve) => (free = resolve)))
  await expect(inTurn(async () => 'late')).rejects.toMatchObject({ code: 'unavailable' })
  free()
  await busy
  expect(await inTurn(async () => 'next')).toBe('next')
})
