import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Hint } from '../../platform/database/hints.ts'
import { Pace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const HINT: Hint = { kind: 'exports', personId: 'ada' }

test('a hint is passed on at once, then at most twice a second, and once more after the last change', () => {
  const passed = vi.fn<(hint: Hint) => void>()
  const pace = new Pace(passed)
  for (let i = 0; i < 100; i++) {
    pace.take(HINT)
    vi.advanceTimersByTime(10)
  }
  expect(passed.mock.calls.length).toBeLessThanOrEqual(3)
  const before = passed.mock.calls.length
  pace.take(HINT)
  vi.advanceTimersByTime(500)
  expect(passed).toHaveBeenCalledTimes(before + 1)
  vi.advanceTimersByTime(60_000)
  expect(passed).toHaveBeenCalledTimes(before + 1)
})

test('hints of other people and kinds do not wait for each other', () => {
  const passed = vi.fn<(hint: Hint) => void>()
  const pace = new Pace(passed)
  const hints: Hint[] = [HINT, { ...HINT, personId: 'ben' }, { ...HINT, kind: 'reports' }]
  for (const hint of hints) pace.take(hint)
  expect(passed.mock.calls.flat()).toEqual(hints)
})

test('of what replaces each other, the last comes last', () => {
  const passed = vi.fn<(thing: string) => void>()
  const pace = new Pace(passed, ([first]) => first!)
  for (const thing of ['a1', 'a2', 'b1', 'a3']) pace.take(thing)
  vi.advanceTimersByTime(60_000)
  expect(passed.mock.calls.flat()).toEqual(['a1', 'b1', 'a3'])
})
