import { expect, test } from 'vitest'
import { ApiError } from '../../client/api-error.ts'
import { failureText } from './sign-in.ts'

test.each([
  ['the error field of a JSON answer', new ApiError(401, '401: No', 'No', { error: 'No' }), 'No'],
  ['the error field of a JSON object inside the message', new Error('401: {"error":"Wrong"}'), 'Wrong'],
  ['the raw message otherwise', new Error('Failed to fetch'), 'Failed to fetch'],
  ['the default when there is no message', new Error(''), 'Invalid username or password'],
  ['the default when it is no error at all', null, 'Invalid username or password'],
])('a failed sign-in shows %s', (_what, error, text) => {
  expect(failureText(error)).toBe(text)
})
