import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockAt } from '../../../shared/local-time.ts'
import { sendingTime } from './sending-time.ts'

const BERLIN = 'Europe/Berlin'
const usual = { digest: 'off', at: '08:00', quietHours: null } as const
const when = (preferences: Partial<Parameters<typeof sendingTime>[0]>, at: string, timeZone = BERLIN) =>
  sendingTime({ ...usual, ...preferences }, { code: 'comment', at: new Date(at) }, timeZone).at.toISOString()

test('without a digest mail goes out after a minute, each by itself', () => {
  const time = sendingTime(usual, { code: 'comment', at: new Date('2026-03-10T09:00:00.000Z') }, BERLIN)
  expect(time).toEqual({ at: new Date('2026-03-10T09:01:00.000Z'), isGathered: false })
})

test('an hourly digest comes at the full hour of the office', () => {
  expect(when({ digest: 'hourly' }, '2026-03-10T09:10:00.000Z')).toBe('2026-03-10T10:00:00.000Z')
  expect(when({ digest: 'hourly' }, '2026-03-10T09:59:30.000Z')).toBe('2026-03-10T11:00:00.000Z')
  expect(when({ digest: 'hourly' }, '2026-03-10T09:10:00.000Z', 'Asia/Kolkata')).toBe('2026-03-10T09:30:00.000Z')
})

test('a daily digest comes at its local time, on both sides of a change of clocks', () => {
  const daily = { digest: 'daily', at: '08:00' } as const
  expect(when(daily, '2026-03-28T12:00:00.000Z')).toBe('2026-03-29T06:00:00.000Z')
  expect(when(daily, '2026-03-27T12:00:00.000Z')).toBe('2026-03-28T07:00:00.000Z')
  expect(when(daily, '2026-10-24T12:00:00.000Z')).toBe('2026-10-25T07:00:00.000Z')
  expect(when({ ...daily, at: '02:30' }, '2026-03-28T12:00:00.000Z')).toBe('2026-03-29T01:30:00.000Z')
})

test('a time that the clocks show twice sends one digest that night', () => {
  const daily = { digest: 'daily', at: '02:30' } as const
  expect(when(daily, '2026-10-24T20:00:00.000Z')).toBe('2026-10-25T00:30:00.000Z')
  expect(when(daily, '2026-10-25T00:45:00.000Z')).toBe('2026-10-26T01:30:00.000Z')
})

test('quiet hours end at their local time, also in the nights when the clocks change', () => {
  const quietHours = { from: '22:00', to: '07:00' }
  expect(when({ quietHours }, '2026-03-28T22:00:00.000Z')).toBe('2026-03-29T05:00:00.000Z')
  expect(when({ quietHours }, '2026-10-24T21:00:00.000Z')).toBe('2026-10-25T06:00:00.000Z')
  expect(when({ quietHours: { from: '22:00', to: '02:30' } }, '2026-03-28T22:00:00.000Z')).toBe(
    '2026-03-29T01:30:00.000Z',
  )
  // The second 02:15 of the night is quiet, too, and ends with the second 02:30.
  expect(when({ quietHours: { from: '22:00', to: '02:30' } }, '2026-10-25T01:10:00.000Z')).toBe(
    '2026-10-25T01:30:00.000Z',
  )
})

test('a sign-in from a new place waits for neither', () => {
  const preferences = { digest: 'daily', at: '08:00', quietHours: { from: '00:00', to: '23:59' } } as const
  const time = sendingTime(preferences, { code: 'sign-in', at: new Date('2026-03-10T22:00:00.000Z') }, BERLIN)
  expect(time).toEqual({ at: new Date('2026-03-10T22:01:00.000Z'), isGathered: false })
})

test('no mail goes out in the quiet hours, before the hold, or later than a digest and a night', () => {
  const clock = fc
    .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
    .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
  const around = ['2026-03-27', '2026-10-23', '2026-06-01', '2026-04-03'].map((date) => Date.parse(`${date}T00:00:00Z`))
  fc.assert(
    fc.property(
      fc.constantFrom('off', 'hourly', 'daily'),
      clock,
      clock,
      clock,
      fc.constantFrom(...around),
      fc.integer({ min: 0, max: 4 * 86_400 }),
      fc.constantFrom(BERLIN, 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Dhaka', 'UTC'),
      (digest, at, from, to, day, seconds, timeZone) => {
        const noticed = new Date(day + seconds * 1000)
        const preferences = { digest, at, quietHours: { from, to } }
        const sent = sendingTime(preferences, { code: 'status', at: noticed }, timeZone).at
        const shown = clockAt(timeZone, sent)
        expect(from <= to ? from <= shown && shown < to : from <= shown || shown < to).toBe(false)
        expect(sent.getTime() - noticed.getTime()).toBeGreaterThanOrEqual(60_000)
        expect(sent.getTime() - noticed.getTime()).toBeLessThan(51 * 3_600_000)
      },
    ),
    { numRuns: 500 },
  )
})
