import { expect, test } from 'vitest'
import { FAIR_USE } from '../../shared/fair-use.ts'
import { fairUseOf, formOf, problemsIn } from './fair-use-form.ts'

const form = formOf(FAIR_USE)

test('what is stored goes into the form and comes out of it unchanged', () => {
  expect(fairUseOf(form)).toEqual(FAIR_USE)
  expect(problemsIn(form)).toEqual({})
})

test('mistakes are named at their fields, in the contract’s words', () => {
  for (const text of ['', ' ', 'many', '1.5', '1e9999']) {
    expect(problemsIn({ ...form, writesBurst: text }).writesBurst?.message, text).toBe('Please enter a whole number')
  }
  const problems = problemsIn({ writesBurst: '99', writesPerSecond: '1001', aiCallsBurst: '29', aiCallsPerSecond: '1' })
  expect(problems).toMatchObject({
    writesBurst: { message: 'At least 100' },
    writesPerSecond: { message: 'At most 1,000' },
    aiCallsBurst: { message: 'At least 30' },
    aiCallsPerSecond: { message: 'At least 2' },
  })
})
