import { expect, test } from 'vitest'
import { chipsOf } from './chips.ts'
import type { QueryFilter } from './query.ts'

const PEOPLE = [{ id: 'elena' }, { id: 'daniel' }]

function labelsOf(filter: QueryFilter): string[] {
  const [chip] = chipsOf({ measure: 'list', filter }, (id) => `${id[0]!.toUpperCase()}${id.slice(1)}`, [], PEOPLE)
  return chip!.others.map(({ label }) => label)
}

test.each<[string, QueryFilter, string[]]>([
  ['a type', { type: ['API'] }, ['UI', 'Backend', 'Integration', 'Full-Stack', 'Database', 'Security']],
  ['a limit in days', { moreDaysTaken: 30 }, ['took more than 3 days', 'took more than 60 days']],
  ['an assignee', { assignee: ['elena'] }, ['submitted by Elena', 'Daniel']],
  ['nobody', { assignee: ['unassigned'] }, ['Elena', 'Daniel']],
  ['somebody else', { notAssignee: ['elena'] }, ['not Daniel']],
])('%s can become another one', (_, filter, labels) => {
  expect(labelsOf(filter)).toEqual(expect.arrayContaining(labels))
})

test('without known people, a person chip offers no replacements', () => {
  const [chip] = chipsOf({ measure: 'list', filter: { requester: ['me'] } }, () => 'me', [])
  expect(chip!.others.map(({ label }) => label)).toEqual(['assigned to me'])
})
