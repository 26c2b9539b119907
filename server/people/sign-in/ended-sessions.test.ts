import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EndedSessions } from './ended-sessions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an end that cannot be stored holds, and is stored again every few seconds until it succeeds', async () => {
  const forgotten: string[] = []
  const ended = new EndedSessions((id) => forgotten.push(id))
  const store = vi.fn(async () => undefined)
  store.mockRejectedValueOnce(new Error('disk full')).mockRejectedValueOnce(new Error('disk still full'))
  await expect(ended.end('one', store)).rejects.toThrow('disk full')
  expect(ended.has('one')).toBe(true)
  expect(forgotten).toEqual(['one'])

  await vi.advanceTimersByTimeAsync(5000)
  expect(store).toHaveBeenCalledTimes(2)
  expect(ended.has('one')).toBe(true)

  await vi.advanceTimersByTimeAsync(5000)
  expect(store).toHaveBeenCalledTimes(3)
  expect(ended.has('one')).toBe(false)
  // What was cached while the end was not stored yet is dropped.
  expect(forgotten).toEqual(['one', 'one'])

  await vi.advanceTimersByTimeAsync(60_000)
  expect(store).toHaveBeenCalledTimes(3)
})
