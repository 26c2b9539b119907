import { describe, expect, test } from 'vitest'
import { periodAt } from './dates.ts'
import { towards } from './due-period.ts'
import { tokensOf } from './tokens.ts'

/** @param today a Wednesday by default */
function read(text: string, today = '2026-11-18'): string | null {
  const tokens = tokensOf(text)
  const period = periodAt(tokens, 0, today)
  if (!period) return null
  expect(period.end, text).toBe(tokens.length)
  return `${period.from ?? ''}…${period.to ?? ''}`
}

test.each([
  ['today', '2026-11-18…2026-11-18'],
  ['the day before yesterday', '2026-11-16…2026-11-16'],
  ['this week', '2026-11-16…2026-11-22'],
  ['last week', '2026-11-09…2026-11-15'],
  ['next week', '2026-11-23…2026-11-29'],
  ['the week before last', '2026-11-02…2026-11-08'],
  ['this month so far', '2026-11-01…2026-11-30'],
  ['last month', '2026-10-01…2026-10-31'],
  ['the last 7 days', '2026-11-12…2026-11-18'],
  ['past two weeks', '2026-11-05…2026-11-18'],
  ['in the next 10 days', '2026-11-19…2026-11-28'],
  ['three weeks ago', '2026-10-26…2026-11-01'],
  ['last quarter', '2026-07-01…2026-09-30'],
  ['Q2', '2026-04-01…2026-06-30'],
  ['Q4 2025', '2025-10-01…2025-12-31'],
  ['the third quarter of 2025', '2025-07-01…2025-09-30'],
  ['first half of 2026', '2026-01-01…2026-06-30'],
  ['in 2025', '2025-01-01…2025-12-31'],
  ['year to date', '2026-01-01…2026-11-18'],
  ['in October', '2026-10-01…2026-10-31'],
  ['in December', '2025-12-01…2025-12-31'],
  ['during the month of October', '2026-10-01…2026-10-31'],
  ['March 2025', '2025-03-01…2025-03-31'],
  ['5 October', '2026-10-05…2026-10-05'],
  ['on October 5th, 2025', '2025-10-05…2025-10-05'],
  ['on the 3rd of March', '2026-03-03…2026-03-03'],
  ['2026-10-05', '2026-10-05…2026-10-05'],
  ['05.10.2026', '2026-10-05…2026-10-05'],
  ['10/25/2026', '2026-10-25…2026-10-25'],
  ['since Monday', '2026-11-16…'],
  ['since yesterday', '2026-11-17…'],
  ['since the beginning of the year', '2026-01-01…'],
  ['after 15 October', '2026-10-16…'],
  ['before October', '…2026-09-30'],
  ['before the end of the month', '…2026-11-30'],
  ['until the end of next week', '…2026-11-29'],
  ['by Friday', '…2026-11-13'],
  ['between 1 March and 15 March', '2026-03-01…2026-03-15'],
  ['between 1 and 15 October', '2026-10-01…2026-10-15'],
  ['from March to May', '2026-03-01…2026-05-31'],
  ['from 1 October until today', '2026-10-01…2026-11-18'],
  ['since the middle of October', '2026-10-16…'],
  ['the last week of October', '2026-10-25…2026-10-31'],
  ['in the last week in October', '2026-10-25…2026-10-31'],
  ['the first ten days of October', '2026-10-01…2026-10-10'],
  ['the last day of the month', '2026-11-30…2026-11-30'],
  ['the last two months of 2025', '2025-11-01…2025-12-31'],
  ['the last quarter of 2025', '2025-10-01…2025-12-31'],
  ['the coming Monday', '2026-11-23…2026-11-23'],
  ['the coming Friday', '2026-11-20…2026-11-20'],
  ['next weekend', '2026-11-21…2026-11-22'],
])('%s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

describe('across ends of months and years', () => {
  test('one month back from the last day of a month stays within the previous month', () => {
    expect(read('past month', '2026-03-31')).toBe('2026-03-01…2026-03-31')
    expect(read('the last 2 months', '2026-04-30')).toBe('2026-03-01…2026-04-30')
  })
  test('the week that spans a new year is whole', () => {
    expect(read('this week', '2027-01-01')).toBe('2026-12-28…2027-01-03')
    expect(read('last month', '2027-01-01')).toBe('2026-12-01…2026-12-31')
    expect(read('last quarter', '2027-01-01')).toBe('2026-10-01…2026-12-31')
  })
  test('February has 29 days in a leap year', () => {
    expect(read('in February', '2028-03-05')).toBe('2028-02-01…2028-02-29')
    expect(read('30 February 2028')).not.toBe('2028-02-30…2028-02-30')
  })
})

test('words that are not dates are ignored', () => {
  for (const text of ['may I see', 'the first one', 'second', 'march on', 'in progress', 'by department', '42']) {
    const tokens = tokensOf(text)
    expect(periodAt(tokens, 0, '2026-11-18'), text).toBeUndefined()
  }
})

test('on a weekend, the next one is that of next week', () => {
  expect(read('this weekend', '2026-11-22')).toBe('2026-11-21…2026-11-22')
  expect(read('next weekend', '2026-11-22')).toBe('2026-11-28…2026-11-29')
})

test('a weekday of a due date is in the future, of any other event in the past', () => {
  const friday = periodAt(tokensOf('by Friday'), 0, '2026-11-18')!
  expect(towards(friday, '2026-11-18', true)).toMatchObject({ to: '2026-11-20' })
  expect(towards(friday, '2026-11-18', false)).toMatchObject({ to: '2026-11-13' })
  const weekend = periodAt(tokensOf('before the weekend'), 0, '2026-11-18')!
  expect(towards(weekend, '2026-11-18', true)).toMatchObject({ to: '2026-11-20' })
  expect(towards(weekend, '2026-11-18', false)).toMatchObject({ to: '2026-11-13' })
  const december = periodAt(tokensOf('in December'), 0, '2026-11-18')!
  expect(towards(december, '2026-11-18', true)).toMatchObject({ from: '2026-12-01', to: '2026-12-31' })
})
