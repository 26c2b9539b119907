import { expect, test } from 'vitest'
import { countEventLoopTurns } from '../../testing/loop-turns.ts'
import { oldestFirst } from './pages.ts'

test('the pages of a long list come oldest first, and between two of them others are answered', async () => {
  // Like an embedded database: each page is available at once.
  const read = async (before = 21) => ({ items: [{ id: before - 1 }], hasEarlier: before > 2 })
  const ids: number[] = []
  const turns = await countEventLoopTurns(async () => {
    for await (const [item] of oldestFirst(read)) ids.push(item!.id)
  })
  expect(ids).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  expect(turns).toBeGreaterThanOrEqual(20)
})
