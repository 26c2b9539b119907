import { expect, test } from 'vitest'
import { currentIn, readError } from './api-error.ts'

test.each([
  ['the error field', 409, '{"error":"Changed meanwhile","message":"no"}', '409: Changed meanwhile'],
  ['the message field', 400, '{"message":"Bad date"}', '400: Bad date'],
  ['the text', 418, 'short and stout', '418: short and stout'],
  ['the text of JSON that has neither', 400, '{"x":1}', '400: {"x":1}'],
  ['the status text', 404, '', '404: Not Found'],
  [
    'the title of a page',
    413,
    '<html><head><title>Request Too Large</title></head><body><center>nginx',
    '413: Request Too Large',
  ],
])('a failure says its status and %s', async (_what, status, body, message) => {
  const answer = new Response(body, { status, statusText: status === 404 ? 'Not Found' : 'Other' })
  expect((await readError(answer)).message).toBe(message)
})

test('a failure carries code, details, reference and the whole body', async () => {
  const body = {
    error: 'Title is required',
    code: 'bad-input',
    details: [{ path: 'title', message: 'Title is required' }],
    reference: '7F2K',
  }
  expect(await readError(Response.json(body, { status: 400 }))).toMatchObject({
    status: 400,
    sentence: 'Title is required',
    code: 'bad-input',
    details: body.details,
    reference: '7F2K',
    body,
  })
})

test('a server error in HTML is reported as an infrastructure error', async () => {
  const answer = new Response('<html><h1>Bad Gateway</h1></html>', {
    status: 502,
    headers: { 'Content-Type': 'text/html' },
  })
  expect((await readError(answer)).message).toBe(
    'Infrastructure Error (502): The deployment service is having issues. Please try again in a moment.',
  )
})

test('the stored value is read only from a refusal of an outdated change', async () => {
  const body = { error: 'Changed meanwhile', code: 'stale-version', current: { version: 2 } }
  expect(currentIn(await readError(Response.json(body, { status: 409 })))).toEqual({ version: 2 })
  expect(currentIn(await readError(Response.json({ ...body, code: 'wrong-status' }, { status: 409 })))).toBeUndefined()
  expect(currentIn(new Error('offline'))).toBeUndefined()
})
