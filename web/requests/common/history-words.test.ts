import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../../shared/request-history.ts'
import { eventWords } from './history-words.ts'

const entry = (change: Partial<HistoryEntry>): HistoryEntry => ({
  id: 1,
  at: '2026-11-18T09:14:00.000Z',
  actor: { firstName: 'Elena', lastName: 'Marku' },
  action: 'updated',
  field: null,
  old: null,
  new: null,
  reason: null,
  commentId: null,
  version: 2,
  ...change,
})

test('a changed due date is shown with both dates', () => {
  expect(eventWords(entry({ field: 'dueDate', old: '2026-11-18', new: '2026-11-20' }))).toEqual({
    kind: 'due',
    who: 'Elena Marku',
    did: 'set the due date',
    old: '18 Nov 2026',
    new: '20 Nov 2026',
    reason: null,
  })
})

test('values are shown with the labels of the badges', () => {
  expect(eventWords(entry({ field: 'status', old: 'pending', new: 'in_progress' }))).toMatchObject({
    kind: 'in_progress',
    old: 'Pending Review',
    new: 'In Progress',
  })
  expect(eventWords(entry({ field: 'priority', old: 'low', new: 'critical' }))).toMatchObject({
    old: 'Low',
    new: 'Critical',
  })
  expect(eventWords(entry({ field: 'department', old: 'it', new: 'data' }))).toMatchObject({
    old: 'IT Development',
    new: 'Data Management',
  })
})

test('nobody as assignee is Unassigned', () => {
  expect(eventWords(entry({ field: 'assignedTo', new: 'Daniel Petrov' }))).toMatchObject({
    old: 'Unassigned',
    new: 'Daniel Petrov',
  })
})

test('creation, comments and cancellation have their own sentences', () => {
  expect(eventWords(entry({ action: 'created' })).did).toBe('created the request')
  expect(eventWords(entry({ action: 'commented' })).did).toBe('commented')
  expect(eventWords(entry({ action: 'commented' }), true).did).toBe('wrote an internal note')
  expect(eventWords(entry({ action: 'comment-edited' }), true).did).toBe('edited an internal note')
  expect(eventWords(entry({ action: 'cancelled', field: 'status', old: 'pending', new: 'cancelled' }))).toMatchObject({
    kind: 'cancelled',
    did: 'cancelled the request',
    old: 'Pending Review',
    new: 'Cancelled',
  })
})

test('AI requests and decisions on suggestions have their own sentences', () => {
  const decided = { action: 'decided', field: 'priority', old: 'high' } as const
  expect(eventWords(entry({ action: 'classified' })).did).toBe('had the request classified')
  expect(eventWords(entry({ ...decided, new: 'high' })).did).toBe('accepted the suggested priority: High')
  expect(eventWords(entry({ ...decided, new: null })).did).toBe('rejected the suggested priority')
  expect(eventWords(entry({ ...decided, field: 'responsibleDepartment', old: 'it', new: 'data' }))).toMatchObject({
    did: 'chose a different department from the one suggested',
    old: 'IT Development',
    new: 'Data Management',
  })
})

test('a deleted actor is Unknown', () => {
  expect(eventWords(entry({ action: 'created', actor: null })).who).toBe('Unknown')
})

test('a document is named in the sentence itself', () => {
  const words = (change: Partial<HistoryEntry>) => eventWords(entry(change))
  expect(words({ action: 'document-added', new: 'Letter.pdf' })).toMatchObject({
    kind: 'document',
    did: 'attached Letter.pdf',
    old: null,
    new: null,
  })
  expect(words({ action: 'document-removed', old: 'Letter.pdf' }).did).toBe('deleted the document Letter.pdf')
  expect(words({ action: 'document-restored', new: 'Letter.pdf' }).did).toBe('restored the document Letter.pdf')
})
