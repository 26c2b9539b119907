import { expect, test } from 'vitest'
import { RequestListQuery } from '../../../shared/request-list.ts'
import { volumeColumns } from './columns.ts'
import { allRequests, overdueRequests, requestsCreated, requestsFinished, requestsWithStatus } from './links.ts'

test('a week becomes a column with its name, figures and rows, and only the last one is still running', () => {
  const columns = volumeColumns({
    range: '6m',
    unit: 'week',
    buckets: [
      { start: '2026-11-09', end: '2026-11-15', created: 29, completed: 36 },
      { start: '2026-11-16', end: '2026-11-22', created: 18, completed: 21 },
    ],
  })
  expect(columns).toEqual([
    {
      name: 'Week of 9–15 Nov 2026',
      tick: '9 Nov',
      up: 29,
      down: 36,
      upTo: '/requests?createdFrom=2026-11-09&createdTo=2026-11-15',
      downTo: '/requests?completedFrom=2026-11-09&completedTo=2026-11-15',
      running: false,
    },
    expect.objectContaining({ name: 'Week of 16–22 Nov 2026', running: true }),
  ])
})

test('a day is named by its date', () => {
  const [column] = volumeColumns({
    range: '30d',
    unit: 'day',
    buckets: [{ start: '2026-11-18', end: '2026-11-18', created: 0, completed: 1 }],
  })
  expect(column).toMatchObject({ name: '18 Nov 2026', upTo: '/requests?createdFrom=2026-11-18&createdTo=2026-11-18' })
})

test('every link of the dashboard is a filter that the list accepts', () => {
  const links = [
    allRequests,
    overdueRequests,
    requestsWithStatus('in_progress'),
    requestsCreated('2026-11-09', '2026-11-15'),
    requestsFinished('2026-11-09', '2026-11-15'),
  ]
  for (const link of links) {
    const { pathname, searchParams } = new URL(link, 'http://office.test')
    expect(pathname).toBe('/requests')
    expect(RequestListQuery.safeParse(Object.fromEntries(searchParams))).toMatchObject({ success: true })
  }
})
