import { expect, test } from 'vitest'
import { EtagCache } from './etag-cache.ts'

test('of more than fifty answers the oldest is evicted', () => {
  const memory = new EtagCache()
  const keep = (number: number) => memory.keep('token', `/api/${number}`, { etag: `"${number}"`, answer: number })
  for (let number = 0; number < 50; number++) keep(number)
  keep(0)
  keep(50)
  expect(memory.find('token', '/api/0')?.answer).toBe(0)
  expect(memory.find('token', '/api/1')).toBeUndefined()
  expect(memory.find('token', '/api/50')?.answer).toBe(50)
})
