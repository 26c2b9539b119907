import { expect, test } from 'vitest'
import { z } from 'zod'
import { RequestListQuery } from '../../../shared/request-list.ts'
import { AppError } from '../errors.ts'
import { validatorCompiler } from './validation.ts'

function refusal(schema: z.ZodType, input: unknown, httpPart = 'querystring'): AppError {
  const result = validatorCompiler({ schema, method: 'GET', url: '/', httpPart })(input)
  const error = typeof result === 'object' && result !== null && 'error' in result ? result.error : undefined
  if (error instanceof AppError) return error
  throw new Error('It was not refused.')
}

const Parcel = z.object({
  label: z.string().max(5),
  pieces: z.int().min(1),
  stamps: z.array(z.string()).max(2),
  sealed: z.boolean().optional(),
})
const parcel = { label: 'A', pieces: 1, stamps: [] }

test.each([
  [{ ...parcel, label: 'too long' }, 'label must have at most 5 characters'],
  [{ ...parcel, label: 7 }, 'label must be text'],
  [{ pieces: 1, stamps: [] }, 'label is required'],
  [{ ...parcel, pieces: 0 }, 'pieces must be at least 1'],
  [{ ...parcel, pieces: 1.5 }, 'pieces must be a whole number'],
  [{ ...parcel, pieces: '1' }, 'pieces must be a number'],
  [{ ...parcel, stamps: ['a', 'b', 'c'] }, 'stamps must have at most 2 entries'],
  [{ ...parcel, stamps: 'a' }, 'stamps must be a list'],
  [{ ...parcel, sealed: 'yes' }, 'sealed must be true or false'],
  ['parcel', 'The body must be an object'],
])('%j is refused in words', (input, sentence) => {
  expect(refusal(Parcel, input, 'body').message).toBe(sentence)
})

test('a value that is none of a list is refused with the list', () => {
  const sentence = 'status must be one of pending, in_progress, completed, rejected, cancelled'
  expect(refusal(RequestListQuery, { status: 'done' }).message).toBe(sentence)
  expect(refusal(RequestListQuery, { order: 'up' }).message).toBe('order must be one of asc, desc')
})

test('a contract’s own sentence is left as it is', () => {
  expect(refusal(RequestListQuery, { limit: '0' }).message).toBe('limit must be a whole number from 1 to 100')
})
