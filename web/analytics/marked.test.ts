import { expect, test } from 'vitest'
import { definitionOf, questionIn, titleOf } from './marked.ts'

const params = (address: string) => new URLSearchParams(address)

test.each([
  ['mark=finished&from=2026-11-01&to=2026-11-22&measure=cycle', 'Requests finished, 1–22 Nov 2026'],
  [
    'mark=finished&from=2026-11-01&to=2026-11-22&measure=cycle&min=34.2',
    'Requests finished, 1–22 Nov 2026, cycle time above 34 days',
  ],
  [
    'mark=open&from=2026-11-01&to=2026-11-22&status=pending&measure=age&min=5',
    'Open requests, Pending Review, age above 5 days',
  ],
  [
    'mark=at&from=2026-11-01&to=2026-11-22&status=in_progress',
    'Requests at the end of a day, In Progress, 22 Nov 2026',
  ],
  ['mark=finished&measure=lead&min=2&max=4', 'Requests finished, lead time above 2 days, up to 4 days'],
  [
    'mark=answered&from=2026-11-01&to=2026-11-22&measure=answer',
    'Requests created that had a first answer, 1–22 Nov 2026',
  ],
  ['mark=everything', 'All requests'],
  // Names that every object has.
  ['mark=toString', 'All requests'],
  ['mark=finished&measure=valueOf&min=1', 'Requests finished'],
])('the rows of %s are called %s', (address, title) => {
  expect(titleOf(params(address))).toBe(title)
})

test('a measure is defined with its mark, and working days are named', () => {
  const definition = definitionOf(params('mark=finished&measure=cycle&days=working'))
  expect(definition).toContain('Completed now')
  expect(definition).toContain('first start of work')
  expect(definition).toContain('working days')
})

test('an open dialog and the page are no part of the question', () => {
  expect(String(questionIn(params('mark=open&request=1&tab=comments&page=3&assignee=ben')))).toBe(
    'mark=open&assignee=ben',
  )
})
