import { expect, test } from 'vitest'
import { closedWords } from './office-days.ts'

const OFFICE = {
  workingDays: [1, 2, 3, 4, 7],
  holidays: [
    { date: '2026-03-26', name: 'Independence Day' },
    { date: '2026-03-27', name: 'Day after' },
  ],
}

test.each([
  ['2026-03-25', null],
  ['2026-03-22', null],
  ['2026-03-20', 'Friday: the office is closed'],
  ['2026-03-21', 'Saturday: the office is closed'],
  ['2026-03-26', 'Independence Day: the office is closed'],
  ['2026-03-27', 'Day after: the office is closed'],
])('of %s is said: %s', (date, words) => {
  expect(closedWords(date, OFFICE)).toBe(words)
})
