import { expect, test } from 'vitest'
import { addDays, dateIn, daysBetween, mondayOf, startOfDay } from './dates.ts'

test('the date of an instant is the time zone’s', () => {
  const at = new Date('2026-03-10T05:30:00.000Z')
  expect(dateIn('UTC', at)).toBe('2026-03-10')
  expect(dateIn('America/Los_Angeles', at)).toBe('2026-03-09')
  expect(dateIn('Pacific/Kiritimati', new Date('2026-03-10T10:00:00.000Z'))).toBe('2026-03-11')
})

test('days are counted over months, leap years and changes of the clock', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2)
})

test('weeks begin on Monday', () => {
  expect(mondayOf('2026-03-09')).toBe('2026-03-09')
  expect(mondayOf('2026-03-15')).toBe('2026-03-09')
  expect(mondayOf('2026-03-16')).toBe('2026-03-16')
})

test.each([
  ['UTC', '2026-03-10', '2026-03-10T00:00:00.000Z'],
  ['Asia/Kathmandu', '2026-03-10', '2026-03-09T18:15:00.000Z'],
  ['America/Los_Angeles', '2026-03-10', '2026-03-10T07:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-03-10', '2026-03-09T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-03-10', '2026-03-10T11:00:00.000Z'],
  // Clocks go from 24:00 to 01:00, so this day has no midnight.
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
])('in %s %s begins at %s', (timeZone, date, instant) => {
  expect(startOfDay(timeZone, date)).toBe(instant)
  expect(dateIn(timeZone, new Date(instant))).toBe(date)
  expect(dateIn(timeZone, new Date(Date.parse(instant) - 1))).toBe(addDays(date, -1))
})
