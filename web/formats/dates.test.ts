import { afterEach, expect, test } from 'vitest'
import { endSession, startSession } from '../client/session.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import {
  agoWords,
  clockTime,
  dateWords,
  distanceWords,
  dueNote,
  fullInstant,
  instantDay,
  nearInstant,
  officeToday,
} from './dates.ts'

const today = '2026-11-18'
const open = { status: 'pending' as const, completedAt: null }

test('a date is written day, month, year', () => {
  expect(dateWords('2026-11-08')).toBe('8 Nov 2026')
})

test('an open request says how far its due date is', () => {
  expect(dueNote({ ...open, dueDate: '2026-11-20' }, today)).toEqual({ text: 'in 2 days', late: false })
  expect(dueNote({ ...open, dueDate: '2026-11-19' }, today)).toEqual({ text: 'tomorrow', late: false })
  expect(dueNote({ ...open, dueDate: '2026-11-18' }, today)).toEqual({ text: 'today', late: false })
})

test('an open request past its due date is late', () => {
  expect(dueNote({ ...open, dueDate: '2026-11-15' }, today)).toEqual({ text: '3 days overdue', late: true })
  expect(dueNote({ ...open, status: 'in_progress', dueDate: '2026-11-17' }, today)).toEqual({
    text: '1 day overdue',
    late: true,
  })
  expect(dueNote({ ...open, dueDate: '2023-01-01' }, today)).toEqual({ text: '1,417 days overdue', late: true })
})

test('a completed request says when it was finished, however late that was', () => {
  const done = { status: 'completed' as const, dueDate: '2026-11-10', completedAt: '2026-11-12T10:00:00.000Z' }
  expect(dueNote(done, today)).toEqual({ text: 'finished 12 Nov', late: false })
  expect(dueNote({ ...done, completedAt: '2025-11-12T10:00:00.000Z' }, today)?.text).toBe('finished 12 Nov 2025')
})

test('nothing is due on a rejected or cancelled request', () => {
  expect(dueNote({ status: 'rejected', dueDate: '2026-01-01', completedAt: null }, today)).toBeNull()
  expect(dueNote({ status: 'cancelled', dueDate: '2026-01-01', completedAt: null }, today)).toBeNull()
})

test('the hint under a date field counts the days', () => {
  expect(distanceWords('2026-12-11', today)).toBe('23 days from today')
  expect(distanceWords('2026-11-19', today)).toBe('1 day from today')
  expect(distanceWords('2026-11-16', today)).toBe('2 days ago')
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
})

afterEach(() => endSession(null))

test('the office’s zone decides which day it is and what its clock shows', () => {
  const at = '2026-11-17T23:30:00.000Z'
  expect(officeToday(new Date(at))).toBe('2026-11-17')
  startSession({ token: buildToken(new Date()), user: buildUser({ officeTimeZone: 'Asia/Dhaka' }) })
  expect(officeToday(new Date(at))).toBe('2026-11-18')
  expect(clockTime(at)).toBe('05:30')
  expect(instantDay(at)).toBe('18 Nov 2026')
  expect(dueNote({ status: 'completed', dueDate: '2026-11-10', completedAt: at }, today)?.text).toBe('finished 18 Nov')
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
