import { expect, test } from 'vitest'
import { type DataLabel, type Expectation, readLabels, type Where } from './labels.ts'
import { ASKED_AT, demoOffice } from './office.ts'
import { questionsOf } from './placeholders.ts'
import { rangeOf } from './periods.ts'
import { select } from './selection.ts'
import { office } from './small-office.ts'
import { truthsOf } from './truth.ts'

function numbers(where: Where): string[] {
  return select(office, where, { asker: 'user', variant: 0 }).map(({ requestId }) => requestId.slice(-1))
}

function truths(label: DataLabel) {
  return truthsOf(office, label, 'user')
}

test('every restriction works on its own', () => {
  expect(numbers({ overdue: true })).toEqual(['1', '3'])
  expect(numbers({ overdue: true, lateBy: { '>': 14 } })).toEqual(['3'])
  expect(numbers({ open: true, assignee: ['nobody'] })).toEqual(['1'])
  expect(numbers({ requester: ['Ben'] })).toEqual(['5'])
  expect(numbers({ requester: ['me'], not: [{ status: ['completed'] }, { department: ['data'] }] })).toEqual(['1', '3'])
  expect(numbers({ created: { from: 'past monday' } })).toEqual(['6'])
  expect(numbers({ completed: 'last month' })).toEqual(['4'])
  expect(numbers({ rejected: 'yesterday' })).toEqual(['6'])
  expect(numbers({ due: 'today', open: true })).toEqual(['2'])
  expect(numbers({ finishedLate: true })).toEqual(['4'])
  expect(numbers({ took: { '>': 20 } })).toEqual(['5'])
  expect(numbers({ titleHas: ['request 3'] })).toEqual(['3'])
})

test('periods cover the days that people mean', () => {
  const at = (period: string, variant = 0) => rangeOf(period, '2026-11-18', variant)
  expect(at('last week')).toEqual({ from: '2026-11-09', to: '2026-11-15' })
  expect(at('next month')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(at('last quarter')).toEqual({ from: '2026-07-01', to: '2026-09-30' })
  expect(at('quarter before last')).toEqual({ from: '2026-04-01', to: '2026-06-30' })
  expect(at('month 12')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(at('month 1 ahead')).toEqual({ from: '2027-01-01', to: '2027-01-31' })
  expect(at('last 30 days')).toEqual({ from: '2026-10-20', to: '2026-11-18' })
  expect(at('last 30 days', 1)).toEqual({ from: '2026-10-19', to: '2026-11-18' })
  expect(at('coming friday')).toEqual({ from: '2026-11-20', to: '2026-11-20' })
  expect(rangeOf({ before: 'month 5' }, '2026-11-18')).toEqual({ to: '2026-04-30' })
  expect(rangeOf({ after: 'month 9' }, '2026-11-18')).toEqual({ from: '2026-10-01' })
  expect(() => at('the other day')).toThrow('not known')
})

test('a list groups ties into tiers, in the requested order', () => {
  const [list] = truths({ kind: 'list', where: { open: true }, order: 'due asc', limit: 2 })
  expect(list).toMatchObject({ tiers: [['RFD-2026-0003'], ['RFD-2026-0001'], ['RFD-2026-0002']], limit: 2 })
  const [oldest] = truths({ kind: 'list', where: { open: true }, order: 'created asc', limit: 1 })
  expect(oldest).toMatchObject({ tiers: [['RFD-2026-0001', 'RFD-2026-0002', 'RFD-2026-0003']] })
})

test('a ranking includes ties and groups without requests', () => {
  const fewest = truths({ kind: 'rank', by: 'assignee', most: false, of: 'count', top: 1, where: { open: true } })
  const firsts = fewest.map((truth) => truth.kind === 'ranking' && truth.tiers[0])
  expect(firsts).toContainEqual({ groups: ['Ada Quist'], value: 0 })
  expect(firsts).toContainEqual({ groups: ['Ben Okafor'], value: 2 })
  const [slowest] = truths({ kind: 'rank', by: 'assignee', most: true, of: 'lead', top: 1, where: {} })
  expect(slowest).toMatchObject({
    tiers: [
      { groups: ['Ada Quist'], value: 32 },
      { groups: ['Ben Okafor'], value: 10 },
    ],
  })
})

test('averages, shares, groups and series match the rows', () => {
  expect(truths({ kind: 'average', of: 'lead', where: {} })).toEqual([{ kind: 'days', value: 21, over: 2 }])
  expect(truths({ kind: 'share', where: { overdue: true }, of: { open: true } })).toEqual([
    { kind: 'share', part: 2, whole: 3 },
  ])
  const [groups] = truths({ kind: 'group', by: 'assignee', where: {} })
  expect(groups).toMatchObject({
    counts: [
      ['Ben Okafor', 3],
      ['Ada Quist', 1],
    ],
    unnamed: 2,
  })
  const [series] = truths({ kind: 'trend', event: 'completed', by: 'month', last: 3, where: {} })
  expect(series?.kind === 'series' && series.values.slice(-3)).toEqual([0, 1, 1])
})

test.each([
  ['open', 125],
  ['held-out', 180],
])('every label of %s can be worked out in the demo office', (name, length) => {
  const demo = demoOffice(ASKED_AT)
  const labels = readLabels(new URL(`${name}.jsonl`, import.meta.url))
  expect(labels).toHaveLength(length)
  expect(new Set(labels.map(({ id }) => id)).size).toBe(labels.length)
  for (const label of labels) {
    expect(questionsOf(demo, label).join('\n'), label.id).not.toMatch(/[{}]/)
    for (const part of dataLabels(label.expect))
      expect(truthsOf(demo, part, label.asker).length, label.id).toBeGreaterThan(0)
  }
})

function dataLabels(expected: Expectation): DataLabel[] {
  if ('anyOf' in expected) return expected.anyOf.flatMap(dataLabels)
  if ('allOf' in expected) return expected.allOf.flatMap(dataLabels)
  if (expected.kind === 'language') return expected.or ? dataLabels(expected.or) : []
  return 'where' in expected || 'sides' in expected || 'facts' in expected ? [expected] : []
}
