import { expect, test } from 'vitest'
import { attemptDone, attemptFor } from './attempt.ts'

const body = { title: 'One' }

test('the same body sent again is the same submission, until it has arrived', () => {
  const first = attemptFor('/a', body)
  expect(attemptFor('/a', { ...body })).toBe(first)
  attemptDone('/a')
  expect(attemptFor('/a', body)).not.toBe(first)
})

test('a changed body, or another address, is another submission', () => {
  const first = attemptFor('/b', body)
  expect(attemptFor('/c', body)).not.toBe(first)
  expect(attemptFor('/b', { title: 'Two' })).not.toBe(first)
})
