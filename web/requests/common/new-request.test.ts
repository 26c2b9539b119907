import { expect, test } from 'vitest'
import { ApiError } from '../../client/api-error.ts'
import { createFailure, EMPTY_REQUEST, type NewRequestForm, checkNewRequest } from './new-request.ts'

const errorsOf = async (form: NewRequestForm, halfADate = false) => {
  const input = document.createElement('input')
  Object.defineProperty(input, 'validity', { value: { badInput: halfADate } })
  const fields = { dueDate: { name: 'dueDate', ref: input } }
  const { errors } = await checkNewRequest(form, undefined, { fields, shouldUseNativeValidation: false })
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]))
}
const whole = { title: 'One', description: 'Two', department: 'it', priority: 'medium', dueDate: '2026-12-11' }

test('an empty form names every field that is missing', async () => {
  expect(await errorsOf(EMPTY_REQUEST)).toEqual({
    title: 'Title is required',
    description: 'Description is required',
    department: 'Department is required',
    dueDate: 'Due date is required',
  })
})

test('a whole form is accepted, a blank one is not', async () => {
  expect(await errorsOf(whole)).toEqual({})
  expect(await errorsOf({ ...whole, title: '   ' })).toEqual({ title: 'Title is required' })
})

test('a date that is no date is named so', async () => {
  expect(await errorsOf({ ...whole, dueDate: '2026-02-31' })).toEqual({ dueDate: 'Please enter a valid date' })
  expect(await errorsOf({ ...whole, dueDate: '' }, true)).toEqual({ dueDate: 'Please enter a valid date' })
})

test('a request that may have been stored is not offered to be sent again at once', () => {
  const sentence = 'It may have been stored: look before you send it again.'
  const error = new ApiError(503, `503: ${sentence}`, sentence, { error: sentence, code: 'uncertain' })
  expect(createFailure(error)).toEqual({ kind: 'said', text: sentence })
})

test('an expired session, a server error and a refusal are distinguished', () => {
  expect(createFailure(new ApiError(401, '401: Sign in', 'Sign in', null))).toEqual({ kind: 'session-expired' })
  expect(createFailure(new ApiError(503, '503: Down', 'Down', null))).toEqual({
    kind: 'said',
    text: 'Server error (503: Down). This may be a temporary issue - please try again.',
  })
  expect(createFailure(new ApiError(400, '400: At most 500 characters', 'At most 500 characters', null))).toEqual({
    kind: 'said',
    text: 'At most 500 characters',
  })
  expect(createFailure(new TypeError('Failed to fetch'))).toEqual({
    kind: 'said',
    text: 'Failed to create request. Please try again.',
  })
})
