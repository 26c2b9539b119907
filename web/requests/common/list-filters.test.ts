import { expect, test } from 'vitest'
import { activeFilterChips, chipsOf, NO_FILTERS } from './list-filters.ts'
import { listQuery, readListState, withListState } from './list-state.ts'

const read = (text: string) => readListState(new URLSearchParams(text))
const everything =
  'page=3&search=manifest&status=pending&priority=high,critical&department=it,data&assignedTo=unassigned&requester=me&notice=n7&overdue=true&dueFrom=2026-11-01&dueTo=2026-12-31&createdFrom=2026-01-01&createdTo=2026-02-01&completedFrom=2026-03-01&completedTo=2026-03-01&sort=dueDate&order=asc'

test('filters are shown in words and each can be removed alone', () => {
  const state = read(everything)
  const chips = chipsOf(state, () => undefined)
  expect(chips.map((chip) => `${chip.label}: ${chip.value}`)).toEqual([
    'Priority: High, Critical',
    'Department: IT Development, Data Management',
    'Assigned to: Unassigned',
    'Requested by: Me',
    'Notification: its requests',
    'Due: overdue',
    'Due: 1 Nov 2026 – 31 Dec 2026',
    'Created: 1 Jan 2026 – 1 Feb 2026',
    'Finished: 1 Mar 2026',
  ])
  const left = chips.reduce((params, chip) => withListState(params, chip.without), new URLSearchParams(everything))
  expect(listQuery(readListState(left))).toBe('limit=10&search=manifest&status=pending&sort=dueDate&order=asc')
})

test('one status belongs to its field, several are a chip', () => {
  expect(chipsOf(read('status=pending'), () => undefined)).toEqual([])
  expect(chipsOf(read('status=pending,rejected'), () => undefined)[0]).toMatchObject({
    label: 'Status',
    value: 'Pending Review, Rejected',
  })
})

test('a person is named once the people are loaded', () => {
  expect(chipsOf(read('assignedTo=u7'), (id) => (id === 'u7' ? 'Elena Marku' : undefined))[0]?.value).toBe(
    'Elena Marku',
  )
})

test('clearing all filters keeps the order', () => {
  const left = withListState(new URLSearchParams(everything), NO_FILTERS)
  expect(left.toString()).toBe('sort=dueDate&order=asc')
})

test('an empty result also offers to drop the search and a single status, each alone', () => {
  const chips = activeFilterChips(read('search= manifest &status=pending&overdue=true'), () => undefined)
  expect(chips.map((chip) => `${chip.label}: ${chip.value}`)).toEqual([
    'Search: manifest',
    'Status: Pending Review',
    'Due: overdue',
  ])
  const without = (at: number) =>
    withListState(new URLSearchParams('search=manifest&status=pending'), chips[at]!.without).toString()
  expect([without(0), without(1)]).toEqual(['status=pending', 'search=manifest'])
})

test('several statuses are one chip', () => {
  const chips = activeFilterChips(read('status=pending,rejected'), () => undefined)
  expect(chips.map(({ label }) => label)).toEqual(['Status'])
})
