import { expect, test } from 'vitest'
import { readHolidays, withHolidays } from './paste-holidays.ts'

test.each([
  ['2026-12-25 Christmas Day', '2026-12-25', 'Christmas Day'],
  ['2026-12-25\tChristmas Day', '2026-12-25', 'Christmas Day'],
  ['2026-1-5; Epiphany, observed', '2026-01-05', 'Epiphany, observed'],
  ['25.12.2026, Christmas Day', '2026-12-25', 'Christmas Day'],
  ['25 December 2026 – Christmas Day', '2026-12-25', 'Christmas Day'],
  ['1 Sept 2026: Independence Day', '2026-09-01', 'Independence Day'],
])('a line is read as a date and a name: %s', (line, date, name) => {
  expect(readHolidays(line)).toEqual({ holidays: [{ date, name }], unclear: [] })
})

test('lines that are not a date with a name are reported, empty ones are ignored', () => {
  const text = '2026-12-25 Christmas\n\n2026-02-30 Never\n12/11/2026 Either way\n2026-12-26\n5 Foo 2026 Bar'
  expect(readHolidays(text)).toEqual({ holidays: [{ date: '2026-12-25', name: 'Christmas' }], unclear: [3, 4, 5, 6] })
})

test('each date stands once, in order, with the name that came last', () => {
  const present = [
    { date: '2026-03-26', name: 'Old' },
    { date: '2026-12-25', name: 'Christmas' },
  ]
  expect(withHolidays(present, [{ date: '2026-03-26', name: 'Independence Day' }])).toEqual([
    { date: '2026-03-26', name: 'Independence Day' },
    { date: '2026-12-25', name: 'Christmas' },
  ])
})
