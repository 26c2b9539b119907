import { expect, test } from 'vitest'
import { dayRange, formatEstimatedDays, isTooWide, rangeInWords, rangesInWords } from './estimated-days.ts'

test.each([
  [1, '1 day'],
  [2, '2 days'],
  [6, '6 days'],
  [7, '1 week'],
  [10, '1 week'],
  [11, '2 weeks'],
  [29, '4 weeks'],
  [30, '1 month'],
  [44, '1 month'],
  [45, '2 months'],
  [90, '3 months'],
  [40_000, '1,333 months'],
])('%i days are written as %s', (days, words) => {
  expect(formatEstimatedDays(days)).toBe(words)
})

test('parts of a day are rounded before the unit is chosen', () => {
  expect(formatEstimatedDays(0.2)).toBe('1 day')
  expect(formatEstimatedDays(6.4)).toBe('6 days')
  expect(formatEstimatedDays(6.6)).toBe('1 week')
  expect(formatEstimatedDays(29.5)).toBe('1 month')
})

test('a range names both ends in days, and one end when they are the same day', () => {
  expect(dayRange(8.6, 41.2)).toBe('9–41 days')
  expect(dayRange(0.1, 0.9)).toBe('1 day')
  expect(dayRange(3.6, 4.3)).toBe('4 days')
})

test.each([
  [13, 85, '2 weeks to 3 months'],
  [7.9, 91, '1 week to 3 months'],
  [2.2, 5, '2–5 days'],
  [0.1, 0.4, '1 day'],
  [3, 40, '3 days to 1 month'],
  [31, 130, '1–4 months'],
  [15, 16, '2 weeks'],
])('from %f to %f calendar days is %s', (low, high, words) => {
  expect(rangeInWords(low, high)).toBe(words)
})

test('working days are named as such, and five of them are a week', () => {
  expect(rangeInWords(2, 4, 'working')).toBe('2–4 working days')
  expect(rangeInWords(1, 10, 'working')).toBe('1 working day to 2 weeks')
  expect(rangeInWords(21, 63, 'working')).toBe('1–3 months')
})

test.each([
  [1, '1 working day'],
  [4, '4 working days'],
  [5, '1 week'],
  [10, '2 weeks'],
  [21, '1 month'],
  [63, '3 months'],
])('%i working days are written as %s', (days, words) => {
  expect(formatEstimatedDays(days, 'working')).toBe(words)
})

test.each([
  [6, 5, '5 working days'],
  [6, 6, '1 week'],
  [6, 25, '4 weeks'],
  [6, 26, '1 month'],
  [4, 4, '1 week'],
  [4, 17, '1 month'],
])('in an office that works %i days a week, %i of them are %s', (workWeek, days, words) => {
  expect(formatEstimatedDays(days, 'working', workWeek)).toBe(words)
  expect(rangeInWords(days, days, 'working', workWeek)).toBe(words)
  expect(formatEstimatedDays(7, 'calendar', workWeek)).toBe('1 week')
})

test('both ends of a range in working days name them', () => {
  expect(dayRange(3.2, 12, 'working')).toBe('3–12 working days')
  expect(dayRange(1, 1, 'working')).toBe('1 working day')
})

test('both ranges are said in one sentence, in the days that are counted', () => {
  expect(rangesInWords({ low: 8.2, high: 21 }, { low: 3, high: 48 })).toBe(
    'Half of such requests take 8 to 21 days from submission to completion, four in five 3 to 48.',
  )
  expect(rangesInWords({ low: 0.3, high: 1 }, { low: 0.1, high: 3 }, 'working')).toBe(
    'Half of such requests take 1 working day from submission to completion, four in five 1 to 3.',
  )
  expect(rangesInWords({ low: 9, high: 300 }, { low: 2, high: 1200 })).toContain('2 to 1,200.')
})

test('more than a factor of twenty is too wide to say anything, whatever happens within a day', () => {
  expect(isTooWide({ low: 3, high: 60 })).toBe(false)
  expect(isTooWide({ low: 3, high: 61 })).toBe(true)
  expect(isTooWide({ low: 0.1, high: 20 })).toBe(false)
})
