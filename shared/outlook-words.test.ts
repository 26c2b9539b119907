import { expect, test } from 'vitest'
import type { OpenOutlook } from './outlook.ts'
import {
  basisInWords,
  finishInWords,
  ordinal,
  outlookInWords,
  rangeInWords,
  shortFinish,
  sinceInWords,
  standingInWords,
  stepInWords,
  turnInWords,
} from './outlook-words.ts'

const TODAY = '2026-11-22'
const PENDING: OpenOutlook = {
  kind: 'open',
  waitsFor: 'review',
  assignee: null,
  since: '2026-11-18',
  days: 2.4,
  basedOn: 'all',
  place: { at: 4, of: 37 },
  step: { basis: 'priority', count: 120, p50: 2.3, p85: 8.6, isBeyond95: false },
  published: '3–5 business days',
  finish: { count: 80, p15: '2026-12-04', p50: '2026-12-09', p85: '2026-12-19', byDue: 0.62 },
  dueDate: '2026-12-11',
  isOverdue: false,
}
const ELENA = { firstName: 'Elena', lastName: 'Marku' }

test('a request that waits for review', () => {
  expect(outlookInWords(PENDING, TODAY)).toBe(
    'It is the 4th of 37 waiting for review by a manager. Half of such requests were taken up within 3 working days, 85 of 100 within 9. The published time is 3–5 business days. Likely finished between 4 and 19 December: 7 of 10 such requests were, and half of all by 9 December. The chance that it is finished by its due date, 11 December, is 62%.',
  )
  expect(sinceInWords(PENDING, TODAY)).toBe('Waiting since 18 November, 2 working days.')
  expect(sinceInWords(PENDING, PENDING.since)).toBe('Waiting since today.')
  expect(turnInWords({ ...PENDING, assignee: ELENA, place: { at: 1, of: 1 } })).toBe(
    'It is the only one waiting for review by a manager. It is assigned to Elena Marku.',
  )
})

test('on paper all of it is one text', () => {
  expect(standingInWords(PENDING, TODAY)).toMatch(
    /^It is the 4th of 37 .+ Waiting since 18 November, 2 working days\. Half of such .+ Likely finished .+ is 62%\.$/,
  )
  expect(standingInWords({ ...PENDING, basedOn: 'visible' }, TODAY)).toMatch(/come from your own\.$/)
})

test('whose turn it is once work has begun', () => {
  expect(turnInWords({ ...PENDING, waitsFor: 'work', assignee: ELENA, place: { at: 2, of: 5 } })).toBe(
    'Elena Marku is working on it. It is the 2nd of 5 requests they have in progress.',
  )
  expect(turnInWords({ ...PENDING, waitsFor: 'assignee', place: { at: 3, of: 7 } })).toBe(
    'In progress, and nobody is assigned. It waits for somebody to take it, the 3rd of 7 without an assignee.',
  )
  expect(stepInWords({ ...PENDING, waitsFor: 'work' })).toContain(
    'Half of such requests were finished within 3 working days of work, 85 of 100 within 9.',
  )
})

test('people who see only their own requests get their place among these, and the reason', () => {
  const own = { ...PENDING, basedOn: 'visible' } as const
  const alone = { ...own, place: { at: 1, of: 1 } }
  const second = { ...own, place: { at: 2, of: 3 } }
  expect(turnInWords(alone)).toBe('It is waiting for review by a manager.')
  expect(turnInWords({ ...alone, waitsFor: 'work', assignee: ELENA })).toBe('Elena Marku is working on it.')
  expect(turnInWords(second)).toBe('Of your own requests waiting for review by a manager it is the 2nd of 3.')
  expect(turnInWords({ ...second, waitsFor: 'work', assignee: ELENA })).toBe(
    'Elena Marku is working on it. Of your own requests they have in progress it is the 2nd of 3.',
  )
  expect(turnInWords({ ...second, waitsFor: 'assignee' })).toBe(
    'In progress, and nobody is assigned. It waits for somebody to take it; of your own requests without an assignee it is the 2nd of 3.',
  )
  const why =
    'Your office shows you your own requests only, so the place among all of them is not shown, and times and dates come from your own.'
  expect(basisInWords(own)).toBe(why)
  expect(basisInWords(PENDING)).toBe('')
  expect(outlookInWords({ ...alone, waitsFor: 'work', assignee: ELENA }, TODAY)).toMatch(
    /^Half of .+ come from your own\.$/,
  )
  const none = { ...own, step: null, finish: null }
  expect(stepInWords(none)).toBe(
    'There are too few comparable requests among your own to say how long this step takes. The published time is 3–5 business days.',
  )
  expect(finishInWords(none, TODAY)).toBe(
    'There are too few comparable requests among your own to say when it will be finished.',
  )
})

test('a missing forecast is stated as such', () => {
  const none = { ...PENDING, step: null, finish: null }
  expect(stepInWords(none)).toBe(
    'There are too few comparable requests to say how long this step takes. The published time is 3–5 business days.',
  )
  expect(finishInWords(none, TODAY)).toBe('There are too few comparable requests to say when it will be finished.')
  expect(shortFinish(none, TODAY)).toBe('too few comparable requests to say when')
  const beyond = { ...PENDING, step: { ...PENDING.step!, isBeyond95: true }, finish: null, isOverdue: true }
  expect(finishInWords(beyond, TODAY)).toBe(
    'It has taken longer than 95 of 100 such requests, so nobody can say when it will be finished.',
  )
  expect(shortFinish(beyond, TODAY)).toBe('takes longer than 95 of 100 such requests')
})

test('the chance to keep the due date; none of one that has passed', () => {
  const finish = { ...PENDING.finish!, byDue: 0.001 }
  expect(finishInWords({ ...PENDING, finish }, TODAY)).toContain(
    'It will almost certainly not be finished by its due date, 11 December.',
  )
  const sure = { ...PENDING, finish: { ...finish, byDue: 0.998 } }
  expect(finishInWords(sure, TODAY)).toContain('almost certainly')
  expect(finishInWords({ ...sure, isOverdue: true }, TODAY)).not.toContain('due date')
})

test('ranges of dates in as few words as they need', () => {
  expect(rangeInWords('2026-12-04', '2026-12-04', TODAY)).toBe('on 4 December')
  expect(rangeInWords('2026-11-30', '2026-12-14', TODAY)).toBe('between 30 November and 14 December')
  expect(rangeInWords('2026-12-30', '2027-01-14', TODAY)).toBe('between 30 December and 14 January 2027')
  expect(rangeInWords('2027-02-03', '2027-03-14', TODAY)).toBe('between 3 February and 14 March 2027')
})

test('ordinal numbers', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111, 1003].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '102nd',
    '111th',
    '1,003rd',
  ])
})
