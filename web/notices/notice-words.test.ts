import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays } from '../../shared/dates.ts'
import { NOTICE_CODES, type Notice, NOTICE_REASONS } from '../../shared/notices.ts'
import { endSession, startSession } from '../client/session.ts'
import { officeToday } from '../ui/formats/dates.ts'
import { buildNotice, ELENA } from '../testing/notice.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import { kindName, plainSentence, quoteOf, reasonsOf, sentenceOf, statusOf } from './notice-words.ts'

beforeEach(() => startSession({ token: buildToken(new Date()), user: buildUser() }))
afterEach(() => endSession(null))

type Values = Partial<Notice['values']>
const say = (code: Notice['code'], values: Values = {}, more: Partial<Notice> = {}) =>
  plainSentence(buildNotice({ code, ...more, values }))
const bundled: Partial<Notice> = { requestId: null }

const ONE: [Notice['code'], Values, string][] = [
  ['mention', {}, 'Elena Marku mentioned you in RFD-2026-0418'],
  ['question', {}, 'Elena Marku asked you a question in RFD-2026-0418'],
  ['assigned', {}, 'Elena Marku assigned RFD-2026-0418 to you'],
  ['comment', {}, 'Elena Marku commented on RFD-2026-0418'],
  ['created', { department: 'operations' }, 'Elena Marku submitted RFD-2026-0418 in Operations'],
  ['created', {}, 'Elena Marku submitted RFD-2026-0418'],
  ['declined', { from: 'pending', to: 'rejected' }, 'Elena Marku rejected RFD-2026-0418'],
  ['decision', {}, 'Elena Marku decided on the suggestions for RFD-2026-0418'],
  ['status', { from: 'pending', to: 'in_progress' }, 'Elena Marku started work on RFD-2026-0418'],
  ['status', { from: 'completed', to: 'in_progress' }, 'Elena Marku reopened RFD-2026-0418'],
  ['status', { from: 'rejected', to: 'pending' }, 'Elena Marku reopened RFD-2026-0418'],
  ['status', { from: 'in_progress', to: 'pending' }, 'Elena Marku returned RFD-2026-0418 to review'],
  ['status', { from: 'in_progress', to: 'completed' }, 'Elena Marku completed RFD-2026-0418'],
  ['status', { from: 'pending', to: 'cancelled' }, 'Elena Marku cancelled RFD-2026-0418'],
  ['status', {}, 'Elena Marku changed the status of RFD-2026-0418'],
  ['batch-ready', { rows: 23, path: '/x' }, 'Backlog analysis finished: 23 suggestions differ from what is set'],
  ['batch-ready', { rows: 1 }, 'Backlog analysis finished: 1 suggestion differs from what is set'],
  ['batch-ready', { rows: 0 }, 'Backlog analysis finished: no suggestion differs from what is set'],
  ['batch-ready', {}, 'Backlog analysis finished'],
  ['report-ready', { name: 'october-2026.xlsx', rows: 1231 }, 'Your report is ready: october-2026.xlsx, 1,231 rows'],
  ['report-ready', { name: 'october-2026.xlsx', rows: 1 }, 'Your report is ready: october-2026.xlsx, 1 row'],
  ['backup-failed', { path: '/settings/backup' }, 'A backup failed or is not proven'],
  ['backup-missing', { path: '/settings/backup' }, 'Scheduled backups are missing: none was proven in time'],
  ['sign-in', { address: '192.0.2.7' }, 'New sign-in to your account from 192.0.2.7. Check your sessions'],
  ['sign-in', {}, 'New sign-in to your account from a new place. Check your sessions'],
]
test.each(ONE)('one %s with %j: "%s"', (code, values, words) => {
  expect(say(code, values)).toBe(words)
})

const SEVERAL: [Notice['code'], Values, string][] = [
  ['created', { department: 'operations' }, '4 new requests wait for review in Operations'],
  ['assigned', {}, 'Elena Marku assigned 4 requests to you'],
  ['status', { to: 'completed' }, 'Elena Marku completed 4 requests'],
  ['status', { from: 'in_progress', to: 'pending' }, 'Elena Marku returned 4 requests to review'],
  ['status', {}, 'Elena Marku changed the status of 4 requests'],
  ['declined', {}, 'Elena Marku rejected 4 requests'],
  ['decision', {}, 'Elena Marku decided on the suggestions for 4 requests'],
  ['comment', {}, 'Elena Marku commented on 4 requests'],
  ['mention', {}, 'Elena Marku mentioned you in 4 requests'],
  ['question', {}, 'Elena Marku asked you questions in 4 requests'],
  ['due-soon', {}, '4 requests are due soon'],
  ['overdue', {}, '4 requests are overdue'],
  ['batch-ready', {}, '4 backlog analyses have finished'],
  ['report-ready', {}, '4 reports are ready'],
  ['backup-failed', {}, '4 backups failed or are not proven'],
  ['backup-missing', {}, 'Scheduled backups are missing: none was proven in time'],
  ['sign-in', {}, '4 sign-ins to your account from new places. Check your sessions'],
]
test.each(SEVERAL)('several %s with %j: "%s"', (code, values, words) => {
  expect(say(code, { ...values, count: 4, requests: 4, title: null }, bundled)).toBe(words)
})

test('several events of one request name it and say how many they are; requests are counted, not events', () => {
  expect(say('comment', { count: 38 })).toBe('Elena Marku commented on RFD-2026-0418 38 times')
  expect(say('mention', { count: 4 })).toBe('Elena Marku mentioned you in RFD-2026-0418 4 times')
  expect(say('status', { count: 4 })).toBe('Elena Marku changed the status of RFD-2026-0418 4 times')
  expect(say('comment', { count: 39, requests: 2 }, bundled)).toBe('Elena Marku commented on 2 requests')
})

test('every kind has its sentences, its name and its reason', () => {
  for (const notice of [ONE, SEVERAL]) {
    const codes = new Set([...notice.map(([code]) => code), 'due-soon', 'overdue'])
    expect([...codes].toSorted()).toEqual([...NOTICE_CODES].toSorted())
  }
  expect(new Set(NOTICE_CODES.map(kindName)).size).toBe(NOTICE_CODES.length)
  expect(reasonsOf({ reasons: NOTICE_REASONS.map((code) => ({ code })) })).toHaveLength(NOTICE_REASONS.length)
})

test('a due date is told by its distance on the day of the notice, and by its date later', () => {
  const today = officeToday()
  const due = (days: number, at: Date, code: 'due-soon' | 'overdue') =>
    say(code, { dueDate: addDays(today, days), actor: null }, { at: at.toISOString() })
  const [now, lastWeek] = [new Date(), new Date(Date.now() - 7 * 86_400_000)]
  expect(due(1, now, 'due-soon')).toBe('RFD-2026-0418 is due tomorrow')
  expect(due(0, now, 'due-soon')).toBe('RFD-2026-0418 is due today')
  expect(due(2, now, 'due-soon')).toBe('RFD-2026-0418 is due in 2 days')
  expect(due(-1, now, 'overdue')).toBe('RFD-2026-0418 is 1 day overdue')
  expect(due(-8, lastWeek, 'overdue')).toMatch(/^RFD-2026-0418 was due on \d+ \w{3} \d{4}$/)
  expect(due(3, lastWeek, 'due-soon')).toMatch(/^RFD-2026-0418 is due on \d+ \w{3} \d{4}$/)
})

test('who did it may be unknown, and so may the request', () => {
  expect(say('comment', { actor: null })).toBe('Somebody commented on RFD-2026-0418')
  expect(say('comment', {}, bundled)).toBe('Elena Marku commented on a request')
})

test('a bundle names its first requests and leads to all of them', () => {
  const bundle = (requests: number, requestIds: string[] | undefined) =>
    buildNotice({ id: 'n7', code: 'status', ...bundled, values: { count: 9, requests, requestIds, to: 'completed' } })
  const pieces = sentenceOf(bundle(1000, ['RFD-1', 'RFD-2', 'RFD-3']))
  expect(pieces.slice(-2)).toEqual([' and ', { link: '997 more', to: '/requests?notice=n7' }])
  expect(plainSentence(bundle(1000, ['RFD-1', 'RFD-2', 'RFD-3']))).toBe(
    'Elena Marku completed 1,000 requests: RFD-1, RFD-2, RFD-3 and 997 more',
  )
  expect(plainSentence(bundle(2, ['RFD-1', 'RFD-2']))).toBe('Elena Marku completed 2 requests: RFD-1, RFD-2')
  expect(sentenceOf(bundle(2, ['RFD-1', 'RFD-2']))).toContainEqual({ request: 'RFD-2' })
  expect(plainSentence(bundle(2, undefined))).toBe('Elena Marku completed 2 requests')
})

test('several new requests lead to their list', () => {
  const several = buildNotice({
    code: 'created',
    ...bundled,
    values: { count: 4, requests: 4, department: 'operations' },
  })
  expect(sentenceOf(several)[0]).toEqual({
    link: '4 new requests',
    to: '/requests?status=pending&department=operations',
  })
})

test('a kind, status or reason of a newer server is shown plainly', () => {
  // As if an older page were open.
  const unknown = 'weather' as Notice['code']
  expect(say(unknown)).toBe('RFD-2026-0418: there is news that this version of the page cannot show. Reload the page.')
  expect(say(unknown, { count: 3 }, bundled)).toBe(
    'There is news that this version of the page cannot show. Reload the page.',
  )
  expect(say('toString' as Notice['code'])).toContain('there is news')
  expect(kindName(unknown)).toBe('Other notifications')
  expect(say('status', { from: 'pending', to: 'on_hold' })).toBe('Elena Marku changed the status of RFD-2026-0418')
  expect(statusOf(buildNotice({ code: 'status', values: { to: 'on_hold' } }))).toBeNull()
  expect(reasonsOf({ reasons: [{ code: 'weather' as 'own' }, { code: 'own' }] })).toEqual(['you requested it'])
})

test('the quote is what was written, then the reason, then the title', () => {
  const values = { title: 'Title', actor: ELENA }
  expect(quoteOf(buildNotice({ values: { ...values, excerpt: 'Text', reason: 'Reason' } }))).toBe('Text')
  expect(quoteOf(buildNotice({ values: { ...values, reason: 'Reason' } }))).toBe('Reason')
  expect(quoteOf(buildNotice({ values }))).toBe('Title')
})
