import { expect, test } from 'vitest'
import { TokenBuckets } from './token-buckets.ts'

const RATE = { burst: 3, perSecond: 2 }

test('a bucket allows its burst at once, then its rate a second, and never holds more than the burst', () => {
  const buckets = new TokenBuckets()
  const takeAt = (ms: number) => buckets.take('ada', RATE, ms)
  expect([takeAt(0), takeAt(0), takeAt(0), takeAt(0)]).toEqual([0, 0, 0, 1])
  expect([takeAt(499), takeAt(500), takeAt(500)]).toEqual([1, 0, 1])
  expect([1, 2, 3, 4].map(() => takeAt(3_600_000))).toEqual([0, 0, 0, 1])
})

test('a refused call costs no token, so a caller who waits for the returned time is served', () => {
  const buckets = new TokenBuckets()
  const slow = { burst: 1, perSecond: 0.1 }
  expect(buckets.take('ada', slow, 0)).toBe(0)
  for (let i = 0; i < 1000; i++) expect(buckets.take('ada', slow, 2000)).toBe(8)
  expect(buckets.take('ada', slow, 10_000)).toBe(0)
})

test('a clock that is set back neither fills a bucket nor locks it', () => {
  const buckets = new TokenBuckets()
  for (let i = 0; i < 3; i++) buckets.take('ada', RATE, 3_600_000)
  expect(buckets.take('ada', RATE, 0)).toBe(1)
  expect(buckets.take('ada', RATE, 500)).toBe(0)
})

test('a smaller burst applies at once to buckets that held more', () => {
  const buckets = new TokenBuckets()
  buckets.take('ada', { burst: 100, perSecond: 1 }, 0)
  expect([1, 2, 3, 4].map(() => buckets.take('ada', RATE, 0))).toEqual([0, 0, 0, 1])
})

test('the number of buckets is bounded, and those in use stay', () => {
  const buckets = new TokenBuckets()
  for (let i = 0; i < 3; i++) buckets.take('ada', RATE, 0)
  for (let i = 0; i < 30_000; i++) {
    buckets.take(`other ${i}`, RATE, 0)
    if (i % 5000 === 0) expect(buckets.take('ada', RATE, 0)).toBe(1)
  }
  expect(buckets.size).toBe(10_000)
  expect(buckets.take('ada', RATE, 0)).toBe(1)
})
