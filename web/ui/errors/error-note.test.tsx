import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../../client/api-error.ts'
import { render } from '../../testing/render.ts'
import { ErrorNote } from './ErrorNote.tsx'
import { ReadError } from './ReadError.tsx'

let leave: () => void
afterEach(() => leave())

test('a rate limit error says when to retry, without the status in front', () => {
  const sentence = 'Too many of your calls are waiting for an answer. Please try again in a moment.'
  const error = new ApiError(429, `429: ${sentence}`, sentence, { error: sentence, code: 'too-many-calls' })
  leave = render(<ErrorNote title="Failed to fetch requests" error={error} />)
  expect([...document.querySelectorAll('[role=alert] p')].map((line) => line.textContent)).toContain(sentence)
})

test('a 404 offers no retry', () => {
  const query = { isFetching: false, refetch: () => undefined }
  const failed = (status: number) => new ApiError(status, `${status}: No.`, 'No.', {})
  leave = render(<ReadError title="This account could not be loaded" query={{ ...query, error: failed(404) }} />)
  expect(document.body.textContent).not.toContain('Try again')
  leave()
  leave = render(<ReadError title="This account could not be loaded" query={{ ...query, error: failed(503) }} />)
  expect(document.body.textContent).toContain('Try again')
})
