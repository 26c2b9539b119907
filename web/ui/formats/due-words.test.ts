import { afterEach, expect, test } from 'vitest'
import { endSession, startSession } from '../../client/session.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { distanceWords, dueNote } from './due-words.ts'

const today = '2026-11-18'
const open = { status: 'pending' as const, completedAt: null }

afterEach(() => endSession(null))

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

test('the office’s zone decides on which day a request was finished', () => {
  const done = { status: 'completed' as const, dueDate: '2026-11-10', completedAt: '2026-11-17T23:30:00.000Z' }
  expect(dueNote(done, today)?.text).toBe('finished 17 Nov')
  startSession({ token: buildToken(new Date()), user: buildUser({ officeTimeZone: 'Asia/Dhaka' }) })
  expect(dueNote(done, today)?.text).toBe('finished 18 Nov')
})
