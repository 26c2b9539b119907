import { expect, test } from 'vitest'
import { filtersPart, filterWords, flowQuery, readFilters, requestsQuery, withFilters } from './filters.ts'

const TODAY = '2026-11-22'
const read = (address: string) => readFilters(new URLSearchParams(address))

test('an address without filters is the whole office, half a year up to today, in calendar days', () => {
  expect(flowQuery(read(''), TODAY)).toBe('from=2026-05-25&to=2026-11-22&days=calendar')
  expect(requestsQuery(read(''))).toBe('')
})

test.each([
  ['period=30d', 'from=2026-10-24&to=2026-11-22'],
  ['period=12w', 'from=2026-08-31&to=2026-11-22'],
  ['period=1y', 'from=2025-11-23&to=2026-11-22'],
  ['period=this-year', 'from=2026-01-01&to=2026-11-22'],
  ['period=last-year', 'from=2025-01-01&to=2025-12-31'],
  ['from=2026-02-01&to=2026-02-28', 'from=2026-02-01&to=2026-02-28'],
])('the period of %s is %s', (address, expected) => {
  expect(flowQuery(read(address), TODAY)).toBe(`${expected}&days=calendar`)
})

test('every filter goes into the address and comes back from it', () => {
  const chosen = {
    period: { from: '2026-01-01', to: '2026-03-31' },
    department: ['security'],
    priority: ['high', 'critical'],
    type: ['API'],
    assignee: 'unassigned',
    days: 'working',
  } as const
  const address = withFilters(new URLSearchParams('view=flow&moves=3'), {
    ...chosen,
    department: [...chosen.department],
    priority: [...chosen.priority],
    type: [...chosen.type],
  })
  expect(readFilters(address)).toEqual(chosen)
  expect(address.get('view')).toBe('flow')
  // The ledger restarts on page 1 with other filters.
  expect(address.has('moves')).toBe(false)
  expect(
    String(withFilters(address, { department: [], priority: [], type: [], assignee: null, days: 'calendar' })),
  ).toBe('view=flow&from=2026-01-01&to=2026-03-31')
})

test('invalid values of a filter are ignored', () => {
  expect(read('priority=urgent,high&department=nowhere&type=Magic&days=moons&period=ever&from=2026-02-30')).toEqual({
    ...read(''),
    priority: ['high'],
  })
})

test('the rows of a figure lead back to its filters', () => {
  const question = new URLSearchParams(
    'mark=finished&measure=cycle&from=2026-11-01&to=2026-11-22&days=working&type=API',
  )
  expect(filtersPart(question)).toBe('from=2026-11-01&to=2026-11-22&days=working&type=API')
})

test('the filters are named in words', () => {
  const filters = read('department=security&priority=high,critical&type=API&assignee=ben&period=30d')
  const words = ['Department: Cybersecurity', 'Priority: High, Critical', 'Development type: API']
  expect(filterWords(filters, () => 'Ben Manages')).toEqual([...words, 'Assigned to: Ben Manages'])
  expect(filterWords(filters, () => undefined)).toEqual([...words, 'Assigned to: one person'])
  expect(filterWords(read('assignee=unassigned'), () => undefined)).toEqual(['Assigned to: Unassigned'])
  expect(filterWords(read(''), () => undefined)).toEqual([])
})
