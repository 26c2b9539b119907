import { expect, test } from 'vitest'
import { RequestListQuery } from '../../../shared/request-list.ts'
import { listQuery, readListState, withListState } from './list-state.ts'

const read = (text: string) => readListState(new URLSearchParams(text))
const everything =
  'page=3&search=manifest&status=pending&priority=high,critical&department=it,data&assignedTo=unassigned&requester=me&overdue=true&dueFrom=2026-11-01&dueTo=2026-12-31&createdFrom=2026-01-01&createdTo=2026-02-01&completedFrom=2026-03-01&completedTo=2026-03-01&sort=dueDate&order=asc'

test('every part of the list is read from the URL and written back the same', () => {
  const params = new URLSearchParams(everything)
  expect(withListState(params, { page: 3 }).toString()).toBe(new URLSearchParams(everything).toString())
})

test('every query that the page can send is one the server accepts', () => {
  const sent = Object.fromEntries(new URLSearchParams(listQuery(read(everything))))
  expect(RequestListQuery.safeParse(sent).error).toBeUndefined()
  expect(RequestListQuery.parse(sent)).toMatchObject({ page: 3, limit: 10, priority: ['high', 'critical'] })
})

test('the plain list asks for ten and nothing else', () => {
  expect(listQuery(read(''))).toBe('limit=10')
})

test('changing a filter starts again on page 1, changing the page does not touch the filters', () => {
  const params = new URLSearchParams('page=4&search=bond')
  expect(withListState(params, { status: ['pending'] }).toString()).toBe('search=bond&status=pending')
  expect(withListState(params, { page: 5 }).toString()).toBe('page=5&search=bond')
})

test('other parameters stay', () => {
  const params = new URLSearchParams('tab=requests&page=2')
  expect(withListState(params, { search: 'bond' }).toString()).toBe('tab=requests&search=bond')
})

test.each([
  'page=0',
  'page=-1',
  'page=two',
  'page=99999999999',
  'status=lost',
  'priority=',
  'dueFrom=2026-02-31',
  'sort=secret',
  'order=desc',
  'overdue=yes',
  'search=%00',
])('%s is not a value of the list and is left out', (text) => {
  expect(listQuery(read(text))).toBe('limit=10')
})

test('a search is cut at the longest the server takes', () => {
  expect(read(`search=${'a'.repeat(500)}`).search).toHaveLength(200)
})

test('a literal search ends when its text changes', () => {
  const params = new URLSearchParams('search=custms&literal=true')
  expect(readListState(params)).toMatchObject({ search: 'custms', literal: true })
  expect(withListState(params, { page: 2 }).get('literal')).toBe('true')
  expect(withListState(params, { search: 'customs' }).has('literal')).toBe(false)
  expect(readListState(new URLSearchParams('literal=true')).literal).toBe(false)
})
