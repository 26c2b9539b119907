import { expect, test } from 'vitest'
import { onWorkday, workingDaysAgo } from './work-time.ts'

const ago = (now: string, days: number) => workingDaysAgo(new Date(now), days).toISOString()

test.each([
  ['the same hour of the day before', '2026-03-11T10:00:00.000Z', 1, '2026-03-10T10:00:00.000Z'],
  ['over a weekend', '2026-03-09T10:00:00.000Z', 1, '2026-03-06T10:00:00.000Z'],
  ['a whole week', '2026-03-11T10:00:00.000Z', 5, '2026-03-04T10:00:00.000Z'],
  ['part of a day, into the day before', '2026-03-11T08:30:00.000Z', 0.5, '2026-03-10T13:00:00.000Z'],
  ['seen from a Sunday, from the end of Friday', '2026-03-08T12:00:00.000Z', 0.5, '2026-03-06T12:00:00.000Z'],
  ['seen from the evening, from the end of the day', '2026-03-11T22:00:00.000Z', 0.5, '2026-03-11T12:00:00.000Z'],
  ['seen from the early morning, from the day before', '2026-03-11T05:00:00.000Z', 0.5, '2026-03-10T12:00:00.000Z'],
])('working time is counted back: %s', (_, now, days, then) => {
  expect(ago(now, days)).toBe(then)
})

test('a date on a weekend moves to the working day before or after', () => {
  expect(onWorkday('2026-03-14')).toBe('2026-03-16')
  expect(onWorkday('2026-03-15')).toBe('2026-03-16')
  expect(onWorkday('2026-03-15', 'past')).toBe('2026-03-13')
  expect(onWorkday('2026-03-13')).toBe('2026-03-13')
})
