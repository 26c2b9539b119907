import { afterEach, expect, test } from 'vitest'
import { isLive, pollEvery } from './live.ts'

afterEach(() => isLive.set(false))

test('polls are a slow fallback while events arrive, and as often as before while they do not', () => {
  expect([pollEvery(700), pollEvery(30_000), pollEvery(false)]).toEqual([700, 30_000, false])
  isLive.set(true)
  expect([pollEvery(700), pollEvery(30_000), pollEvery(false)]).toEqual([20_000, 30_000, false])
})
