import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../client/api.ts'
import { render } from '../testing/render.ts'
import { ErrorNote } from './ErrorNote.tsx'

let leave: () => void
afterEach(() => leave())

test('whoever sends too much reads when to try again, without a number in front', () => {
  const sentence = 'Too many of your calls are waiting for an answer. Please try again in a moment.'
  const error = new ApiError(429, `429: ${sentence}`, sentence, { error: sentence, code: 'too-many-calls' })
  leave = render(<ErrorNote title="Failed to fetch requests" error={error} />)
  expect([...document.querySelectorAll('[role=alert] p')].map((line) => line.textContent)).toContain(sentence)
})
