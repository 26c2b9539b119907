import { afterEach, expect, test } from 'vitest'
import { endSession, startSession } from '../../client/session.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import {
  agoWords,
  clockTime,
  dateWords,
  exactInstant,
  fullInstant,
  instantDay,
  nearInstant,
  officeToday,
} from './dates.ts'

test('a date is written day, month, year', () => {
  expect(dateWords('2026-11-08')).toBe('8 Nov 2026')
})

test('an instant of today and yesterday carries its time, an older one its day', () => {
  const now = new Date('2026-11-18T10:50:00Z')
  expect(nearInstant('2026-11-18T09:14:00.000Z', now, 'UTC')).toBe('Today, 09:14')
  expect(nearInstant('2026-11-17T23:59:00.000Z', now, 'UTC')).toBe('Yesterday, 23:59')
  expect(nearInstant('2026-11-16T09:14:00.000Z', now, 'UTC')).toBe('16 Nov')
  expect(nearInstant('2025-11-16T09:14:00.000Z', now, 'UTC')).toBe('16 Nov 2025')
})

test('the same instant is another day in another zone', () => {
  expect(instantDay('2026-11-17T23:30:00.000Z', 'UTC')).toBe('17 Nov 2026')
  expect(instantDay('2026-11-17T23:30:00.000Z', 'Asia/Tokyo')).toBe('18 Nov 2026')
  expect(fullInstant('2026-11-17T23:30:00.000Z', 'Asia/Tokyo', 'Asia/Tokyo')).toBe('18 Nov 2026, 08:30')
  expect(fullInstant('2026-11-17T23:30:00.000Z', 'Asia/Tokyo', 'UTC')).toBe('18 Nov 2026, 08:30 GMT+9')
  expect(exactInstant('2026-11-17T23:30:05.900Z', 'Asia/Tokyo', 'UTC')).toBe('18 Nov 2026, 08:30:05 GMT+9')
})

afterEach(() => endSession(null))

test('the office’s zone decides which day it is and what its clock shows', () => {
  const at = '2026-11-17T23:30:00.000Z'
  expect(officeToday(new Date(at))).toBe('2026-11-17')
  startSession({ token: buildToken(new Date()), user: buildUser({ officeTimeZone: 'Asia/Dhaka' }) })
  expect(officeToday(new Date(at))).toBe('2026-11-18')
  expect(clockTime(at)).toBe('05:30')
  expect(instantDay(at)).toBe('18 Nov 2026')
})

test('a zone that this browser does not know counts as UTC', () => {
  startSession({ token: buildToken(new Date()), user: buildUser({ officeTimeZone: 'Europe/Atlantis' }) })
  expect(clockTime('2026-11-17T23:30:00.000Z')).toBe('23:30')
})

test('how long ago somebody saved is said in one unit', () => {
  const now = new Date('2026-11-18T10:48:30Z')
  expect(agoWords('2026-11-18T10:48:00.000Z', now)).toBe('just now')
  expect(agoWords('2026-11-18T10:46:00.000Z', now)).toBe('2 minutes ago')
  expect(agoWords('2026-11-18T09:48:00.000Z', now)).toBe('1 hour ago')
  expect(agoWords('2026-11-15T09:48:00.000Z', now)).toBe('3 days ago')
})
