import { expect, test } from 'vitest'
import type { AuditEntry } from './audit.ts'
import { AUDIT_GROUPS, type AuditGroup, actionsOf, sentenceOf } from './audit-actions.ts'
import { sentenceText } from './audit-words.ts'

const ENTRY: AuditEntry = {
  id: 1,
  seq: 1,
  at: '2026-03-10T09:00:00.000Z',
  actor: { id: 'user-ada', name: 'Ada Quint' },
  action: 'session.started',
  target: { type: 'user', id: 'user-ada', name: 'Ada Quint' },
  address: '127.0.0.1',
  details: {},
  previousHash: null,
  hash: null,
}
const REQUEST = { type: 'request', id: 'x', name: 'RFD-2026-0007' }
const said = (entry: Partial<AuditEntry>) => sentenceText({ ...ENTRY, ...entry })

test.each<[string, Partial<AuditEntry>]>([
  ['Ada Quint signed in', {}],
  ['A sign-in failed for Ada Quint', { action: 'session.refused', actor: null }],
  ['A sign-in failed', { action: 'session.refused', actor: null, target: null }],
  [
    'Ada Quint changed the security policy: session timeout 4 hours → 1 hour, who sees which requests everybody sees all → their own only',
    {
      action: 'settings.security-changed',
      details: {
        before: { idleMinutes: 240, maxSessions: 3, visibility: 'all' },
        after: { idleMinutes: 60, maxSessions: 3, visibility: 'own' },
      },
    },
  ],
  [
    'Ada Quint changed RFD-2026-0007: status Pending Review → In Progress, title changed',
    {
      action: 'request.updated',
      target: REQUEST,
      details: { fields: ['title', 'status'], status: { from: 'pending', to: 'in_progress' } },
    },
  ],
  [
    'Ada Quint changed what one person may send: changes at once 300 → 500',
    {
      action: 'settings.fair-use-changed',
      details: { before: { writes: { burst: 300, perSecond: 20 } }, after: { writes: { burst: 500, perSecond: 20 } } },
    },
  ],
  [
    'Ada Quint changed the days that estimates count: calendar → working',
    { action: 'settings.estimate-days-changed', details: { before: 'calendar', after: 'working' } },
  ],
  [
    'Ada Quint changed the language model settings: calls per day none → 50, key changed',
    {
      action: 'settings.language-model-changed',
      details: { changed: ['apiKey', 'callsPerDay'], callsPerDay: { before: null, after: 50 } },
    },
  ],
  [
    'Ada Quint changed the role Clerk: permissions added: audit.read, permissions removed: comments.create',
    {
      action: 'role.changed',
      target: { type: 'role', id: 'clerk', name: 'Clerk' },
      details: {
        before: { name: 'Clerk', permissions: ['a', 'comments.create'] },
        after: { name: 'Clerk', permissions: ['a', 'audit.read'] },
      },
    },
  ],
  [
    'Ada Quint changed the general settings: time zone UTC → Asia/Dhaka',
    { action: 'settings.general-changed', details: { setting: 'timeZone', before: 'UTC', after: 'Asia/Dhaka' } },
  ],
  [
    'Ada Quint changed the role of Dan Osei: user → clerk',
    {
      action: 'user.role-changed',
      target: { type: 'user', id: 'user-dan', name: 'Dan Osei' },
      details: { from: 'user', to: 'clerk' },
    },
  ],
  [
    'Ada Quint changed the general settings: holidays added: Christmas (25 Dec 2026)',
    {
      action: 'settings.general-changed',
      details: { setting: 'holidays', before: [], after: [{ date: '2026-12-25', name: 'Christmas' }] },
    },
  ],
  [
    'Ada Quint changed the general settings: working days added: Saturday, working days removed: Monday',
    { action: 'settings.general-changed', details: { setting: 'workingDays', before: [1, 2], after: [2, 6] } },
  ],
  [
    'Ada Quint renamed the department Operations to Ops',
    { action: 'department.renamed', details: { before: 'Operations', after: 'Ops' } },
  ],
  [
    'Ada Quint changed the language model settings: calls per day none → 50, key removed',
    {
      action: 'settings.language-model-changed',
      details: { changed: ['apiKey', 'callsPerDay'], hasKey: false, callsPerDay: { before: null, after: 50 } },
    },
  ],
  ['Ada Quint was denied GET /api/audit', { action: 'access.denied', details: { route: 'GET /api/audit' } }],
  [
    'Somebody not signed in: future.thing (user-dan)',
    { action: 'future.thing', actor: null, target: { type: 'user', id: 'user-dan', name: null } },
  ],
])('%s', (sentence, entry) => {
  expect(said(entry)).toBe(sentence)
})

test('every action has a sentence of its own', () => {
  const actions = (Object.keys(AUDIT_GROUPS) as AuditGroup[]).flatMap(actionsOf)
  const sentences = actions.map((action) => sentenceOf(action))
  expect(sentences).not.toContain(undefined)
  expect(new Set(sentences).size).toBe(actions.length)
  expect(sentenceOf('toString')).toBeUndefined()
})
