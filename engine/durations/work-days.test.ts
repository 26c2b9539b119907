import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MONDAY_TO_FRIDAY, type WorkCalendar, WorkDays } from './work-days.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const START = Date.UTC(2026, 0, 1)

const dates = fc.integer({ min: 0, max: 400 }).map((day) => new Date(START + day * DAY).toISOString().slice(0, 10))
const calendars = fc.record({
  workingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  holidays: fc.array(dates, { maxLength: 40 }),
  timeZone: fc.constant('UTC'),
})
const instants = fc.integer({ min: 0, max: 400 * 24 }).map((hour) => START + hour * HOUR)

/** Reference implementation, hour by hour. */
function counted({ workingDays, holidays }: WorkCalendar, from: number, to: number): number {
  let hours = 0
  for (let at = from; at < to; at += HOUR) {
    const day = new Date(at)
    const isWorking = workingDays.includes(((day.getUTCDay() + 6) % 7) + 1)
    if (isWorking && !holidays.includes(day.toISOString().slice(0, 10))) hours++
  }
  return hours / 24
}

test('the result is the sum of the working hours, for any working days and holidays', () => {
  fc.assert(
    fc.property(calendars, instants, instants, (calendar, one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      expect(new WorkDays(calendar).between(from, to)).toBeCloseTo(counted(calendar, from, to), 6)
    }),
    { numRuns: 200 },
  )
})

test('an instant n working days later is n working days away', () => {
  const days = fc.double({ min: 0, max: 900, noNaN: true })
  fc.assert(
    fc.property(calendars, instants, days, (calendar, from, workDays) => {
      const work = new WorkDays(calendar)
      expect(work.between(from, work.after(from, workDays))).toBeCloseTo(workDays, 5)
    }),
    { numRuns: 300 },
  )
})

test.each([
  // A Friday noon to a Monday noon.
  ['a weekend', MONDAY_TO_FRIDAY, '2026-11-20T12:00Z', '2026-11-23T12:00Z', 1],
  ['a week', MONDAY_TO_FRIDAY, '2026-11-20T12:00Z', '2026-11-27T12:00Z', 5],
  [
    'a holiday on a Monday',
    { ...MONDAY_TO_FRIDAY, holidays: ['2026-11-23'] },
    '2026-11-20T12:00Z',
    '2026-11-24T12:00Z',
    1,
  ],
  [
    'a holiday on a Sunday',
    { ...MONDAY_TO_FRIDAY, holidays: ['2026-11-22'] },
    '2026-11-20T12:00Z',
    '2026-11-23T12:00Z',
    1,
  ],
  [
    'Sunday to Thursday',
    { ...MONDAY_TO_FRIDAY, workingDays: [7, 1, 2, 3, 4] },
    '2026-11-20T12:00Z',
    '2026-11-23T12:00Z',
    1.5,
  ],
  // In Dhaka Friday ends at 18:00 UTC.
  [
    'the office’s midnight',
    { ...MONDAY_TO_FRIDAY, timeZone: 'Asia/Dhaka' },
    '2026-11-20T12:00Z',
    '2026-11-22T18:00Z',
    0.25,
  ],
  // The clocks go forward on the last Sunday of March; the days around it are whole ones.
  ['summer time', { ...MONDAY_TO_FRIDAY, timeZone: 'Europe/Berlin' }, '2026-03-26T23:00Z', '2026-03-30T22:00Z', 2],
] as const)('%s', (_what, calendar, from, to, days) => {
  expect(new WorkDays(calendar).between(Date.parse(from), Date.parse(to))).toBeCloseTo(days, 6)
})

test('where two instants qualify, the later one counts: Saturday’s work is done on Monday morning', () => {
  const friday = Date.parse('2026-11-20T00:00Z')
  expect(new WorkDays(MONDAY_TO_FRIDAY).after(friday, 1)).toBe(Date.parse('2026-11-23T00:00Z'))
})
