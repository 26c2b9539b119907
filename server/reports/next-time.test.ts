import { expect, test } from 'vitest'
import type { When } from '../../shared/reports/schedule.ts'
import { nextTime } from './next-time.ts'

const BERLIN: When = { cadence: 'daily', weekday: 1, monthDay: 1, time: '02:30', timeZone: 'Europe/Berlin' }
const next = (when: Partial<When>, after: string) => nextTime({ ...BERLIN, ...when }, new Date(after)).toISOString()

test('a time of day stays that of the clock when the clocks change', () => {
  expect(next({ time: '07:30' }, '2026-03-27T12:00:00Z')).toBe('2026-03-28T06:30:00.000Z')
  expect(next({ time: '07:30' }, '2026-03-28T12:00:00Z')).toBe('2026-03-29T05:30:00.000Z')
  expect(next({ time: '07:30' }, '2026-10-24T12:00:00Z')).toBe('2026-10-25T06:30:00.000Z')
})

test('a time that the clocks skip is made once, as much later as they jump', () => {
  const skipped = next({}, '2026-03-28T12:00:00Z')
  expect(skipped).toBe('2026-03-29T01:30:00.000Z')
  expect(next({}, skipped)).toBe('2026-03-30T00:30:00.000Z')
})

test('a time that the clocks show twice is made once, the first of the two', () => {
  const doubled = next({}, '2026-10-24T12:00:00Z')
  expect(doubled).toBe('2026-10-25T00:30:00.000Z')
  expect(next({}, doubled)).toBe('2026-10-26T01:30:00.000Z')
})

test('days are those of the time zone, also across the date line and in zones of half hours', () => {
  const monday = { cadence: 'weekly', weekday: 1, time: '00:15' } as const
  expect(next({ ...monday, timeZone: 'Pacific/Kiritimati' }, '2026-03-08T09:00:00Z')).toBe('2026-03-08T10:15:00.000Z')
  expect(next({ ...monday, timeZone: 'Pacific/Pago_Pago' }, '2026-03-08T09:00:00Z')).toBe('2026-03-09T11:15:00.000Z')
  expect(next({ ...monday, timeZone: 'Australia/Lord_Howe' }, '2026-04-04T09:00:00Z')).toBe('2026-04-05T13:45:00.000Z')
})

test('in a month without the day the last one counts, and every month has one', () => {
  const at31 = { cadence: 'monthly', monthDay: 31, time: '08:00', timeZone: 'UTC' } as const
  const days: string[] = []
  for (let after = '2026-01-01T00:00:00Z'; days.length < 12; after = days.at(-1)!) days.push(next(at31, after))
  expect(days.map((day) => day.slice(5, 10))).toEqual([
    '01-31',
    '02-28',
    '03-31',
    '04-30',
    '05-31',
    '06-30',
    '07-31',
    '08-31',
    '09-30',
    '10-31',
    '11-30',
    '12-31',
  ])
})
