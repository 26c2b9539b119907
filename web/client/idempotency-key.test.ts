import { expect, test } from 'vitest'
import { forgetIdempotencyKey, idempotencyKeyFor } from './idempotency-key.ts'

const body = { title: 'One' }

test('the same body sent again is the same submission, until it has arrived', () => {
  const first = idempotencyKeyFor('/a', body)
  expect(idempotencyKeyFor('/a', { ...body })).toBe(first)
  forgetIdempotencyKey('/a')
  expect(idempotencyKeyFor('/a', body)).not.toBe(first)
})

test('a changed body, or another address, is another submission', () => {
  const first = idempotencyKeyFor('/b', body)
  expect(idempotencyKeyFor('/c', body)).not.toBe(first)
  expect(idempotencyKeyFor('/b', { title: 'Two' })).not.toBe(first)
})
