import { expect, test } from 'vitest'
import { ApiError } from '../../client/api-error.ts'
import { messageOf } from './words.ts'

const answer = (status: number, code: string) => new ApiError(status, `${status}: Look first.`, 'Look first.', { code })

test.each([
  ['an uncertain change', answer(503, 'uncertain'), 'Look first.'],
  ['too many calls', answer(429, 'too-many-calls'), 'Look first.'],
  ['a server that is down', answer(503, 'unavailable'), '503: Look first.'],
  ['no answer', new TypeError('fetch failed'), 'Not stored.'],
])('%s is told in a sentence', (_, error, words) => {
  expect(messageOf(error, 'Not stored.')).toBe(words)
})
