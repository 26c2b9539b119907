import { expect, test } from 'vitest'
import { candidatesOf } from './candidates.ts'
import { type CommentFacts, type Change, changesIn, type Facts, type HistoryRow } from './facts.ts'

const ENTRY: HistoryRow = {
  id: 1,
  request_number: 7,
  at: '2026-03-10T09:00:00.000Z',
  actor_id: 'ben',
  action: 'updated',
  field: null,
  old_value: null,
  new_value: null,
  version: 2,
}
const FACTS: Facts = {
  requesterId: 'ada',
  assigneeId: 'ben',
  department: 'it',
  commenters: new Set(),
  choices: new Map(),
  comment: null,
  reviewers: [],
}
const ALL = { seesAll: true, readsInternal: true }
const PEOPLE = new Map(['ada', 'ben', 'cleo', 'dan'].map((id) => [id, ALL]))

function changeOf(...entries: Partial<HistoryRow>[]): Change {
  return changesIn(entries.map((entry, i) => ({ ...ENTRY, id: i + 1, ...entry })))[0]!
}
function commented(by: string, comment: Partial<CommentFacts>): [Change, Facts['comment']] {
  const facts = { id: 'c', authorId: by, mentions: [], isQuestion: false, isInternal: false, ...comment }
  return [changeOf({ action: 'commented', actor_id: by }), facts]
}
const recipients = (change: Change, facts: Partial<Facts>, people = PEOPLE) =>
  candidatesOf(change, { ...FACTS, ...facts }, people).map(({ personId, code, reasons }) => [
    personId,
    code,
    ...reasons,
  ])

test('a mention is stronger than anything else, and all reasons are given', () => {
  const [change, comment] = commented('dan', { mentions: ['ada', 'cleo', 'dan'], isQuestion: true })
  expect(
    recipients(change, { comment, commenters: new Set(['ada', 'dan']), choices: new Map([['ada', true]]) }),
  ).toEqual([
    ['ada', 'mention', 'mention', 'question', 'own', 'commented', 'watching'],
    ['ben', 'comment', 'assigned'],
    ['cleo', 'mention', 'mention', 'question'],
  ])
})

test('an internal comment reaches nobody without the permission, not even by a mention or a question', () => {
  const [change, comment] = commented('cleo', { mentions: ['dan'], isQuestion: true, isInternal: true })
  const people = new Map([
    ...PEOPLE,
    ['dan', { ...ALL, readsInternal: false }],
    ['ada', { ...ALL, readsInternal: false }],
  ])
  expect(recipients(change, { comment }, people)).toEqual([['ben', 'comment', 'assigned']])
})

test('a mention of somebody who cannot see the request does not reach them', () => {
  const [change, comment] = commented('ben', { mentions: ['dan'] })
  const people = new Map([...PEOPLE, ['dan', { seesAll: false, readsInternal: true }]])
  expect(recipients(change, { comment }, people)).toEqual([['ada', 'comment', 'own']])
})

test('who ends watching is still reached by mentions, questions and assignments', () => {
  const choices = new Map([['ada', false]])
  const [change, comment] = commented('ben', { isQuestion: true })
  expect(recipients(change, { comment, choices })).toEqual([['ada', 'question', 'question']])
  expect(recipients(changeOf({ field: 'status', new_value: 'completed' }), { choices })).toEqual([])
})

test('a decision about a suggestion rings for the requester alone, a rejection as declined', () => {
  const decided = changeOf({ action: 'decided', field: 'priority', new_value: 'high', actor_id: 'cleo' })
  expect(recipients(decided, { commenters: new Set(['dan']) })).toEqual([['ada', 'decision', 'own']])
  expect(recipients(changeOf({ field: 'status', new_value: 'rejected' }), {})).toEqual([['ada', 'declined', 'own']])
})

test('what the program itself changed rings for everybody who watches', () => {
  const change = changeOf({ actor_id: null, action: 'cancelled', field: 'status', new_value: 'cancelled' })
  expect(recipients(change, {})).toEqual([
    ['ada', 'status', 'own'],
    ['ben', 'status', 'assigned'],
  ])
})

test('the fields of one version are one change, comments and later decisions are changes of their own', () => {
  const entries = [
    { field: 'status' },
    { field: 'assignedTo' },
    { action: 'commented' as const },
    { action: 'commented' as const },
    { action: 'decided' as const },
    { action: 'decided' as const, at: '2026-03-11T09:00:00.000Z' },
    { request_number: 8, field: 'status' },
  ]
  const changes = changesIn(entries.map((entry, i) => ({ ...ENTRY, id: i + 1, ...entry })))
  expect(changes.map((change) => change.entries.map(({ id }) => id))).toEqual([[1, 2], [3], [4], [5], [6], [7]])
})
