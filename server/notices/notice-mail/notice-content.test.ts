import { expect, test } from 'vitest'
import { NOTICE_CODES, type Notice } from '../../../shared/notices.ts'
import { digestContent, mutedBy, noticeContent } from './notice-content.ts'

const VALUES: Notice['values'] = {
  count: 1,
  requests: 1,
  requestIds: [],
  actor: { firstName: 'Ben', lastName: 'Okoro' },
  title: 'Weigh empty trucks',
  department: 'it',
  from: 'pending',
  to: 'in_progress',
  reason: null,
  dueDate: '2026-03-12',
  commentId: null,
  excerpt: null,
  name: null,
  path: null,
  rows: null,
  address: null,
}
const notice = (change: Partial<Notice> = {}, values: Partial<Notice['values']> = {}): Notice => ({
  id: 'n',
  code: 'comment',
  values: { ...VALUES, ...values },
  requestId: 'RFD-2026-0001',
  reasons: [{ code: 'own' }],
  readAt: null,
  at: '2026-03-10T09:00:00.000Z',
  ...change,
})
const context = { departmentOf: () => 'Information Technology', publicUrl: 'https://rfd.example' }
const sentence = (one: Notice) => noticeContent([one], context).items?.[0]?.title

test.for([
  ['created', 'Ben Okoro submitted a request for Information Technology'],
  ['status', 'Ben Okoro changed the status from Pending Review to In Progress'],
  ['due-soon', 'The request is due 12 Mar 2026'],
  ['mention', 'Ben Okoro mentioned you'],
] as const)('%s is told as “%s”', ([code, words]) => {
  expect(sentence(notice({ code }))).toBe(words)
})

test('every kind is told without gaps, also by nobody, in a bundle, and without any values', () => {
  const none = Object.fromEntries(Object.keys(VALUES).map((name) => [name, null])) as unknown as Notice['values']
  for (const code of NOTICE_CODES) {
    for (const values of [VALUES, { ...none, count: 1 }, { ...VALUES, count: 12 }]) {
      expect(sentence(notice({ code }, values)), code).not.toMatch(/undefined|null|: ?$/)
    }
  }
})

test('a bundle and a sign-in lead to where they can be seen', () => {
  const bundle = notice({ code: 'status', requestId: null }, { count: 12, title: null })
  expect(noticeContent([bundle], context)).toMatchObject({
    subject: '12 notifications about changes of status',
    action: { url: 'https://rfd.example/dashboard' },
  })
  const signIn = notice({ code: 'sign-in', requestId: null }, { title: null, address: '203.0.113.9' })
  expect(noticeContent([signIn], context).action?.url).toBe('https://rfd.example/profile')
  const report = notice({ code: 'report-ready', requestId: null }, { name: 'Backlog', path: '/reports/r1' })
  expect(noticeContent([report], context)).toMatchObject({
    subject: 'Your report Backlog is ready',
    action: { url: 'https://rfd.example/reports/r1' },
  })
})

test('a digest says how many it leaves out', () => {
  const content = digestContent([notice(), notice({ requestId: 'RFD-2026-0002' })], 3, context)
  expect(content.subject).toBe('5 notifications')
  expect(content.paragraphs.join(' ')).toContain('3 more are in the application')
})

test('a mute link names the one request, otherwise the one kind, otherwise all of them', () => {
  const other = notice({ requestId: 'RFD-2026-0002' })
  expect(mutedBy([notice(), notice({ code: 'status' })])).toEqual({ requestId: 'RFD-2026-0001' })
  expect(mutedBy([notice(), other])).toEqual({ code: 'comment' })
  expect(mutedBy([notice(), { ...other, code: 'status' }])).toEqual({ digest: true })
})

test('no link mutes sign-ins and backups', () => {
  const signIn = notice({ code: 'sign-in', requestId: null })
  expect(mutedBy([signIn])).toBeUndefined()
  expect(mutedBy([signIn, notice({ code: 'backup-failed', requestId: null })])).toBeUndefined()
  expect(mutedBy([signIn, notice()])).toEqual({ code: 'comment' })
})
