import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { FlowRows } from '../../shared/analytics/rows.ts'
import { analyticsScreens, button, press, sees, text, WEEK } from '../testing/analytics.tsx'
import { shows } from '../testing/part.tsx'
import { FLOW } from './example.ts'

const screens = analyticsScreens()

const ROW: Partial<FlowRows['requests'][number]> = {
  id: 'a',
  requestId: 'RFD-2026-0007',
  title: 'Gate pass',
  department: 'operations',
  priority: 'high',
  status: 'completed',
  dueDate: '2026-11-30',
  assignedTo: null,
  value: 34.5,
  finishedOn: '2026-11-20',
  happenedOn: null,
}

test('the rows of a figure have its definition, each opens its request, and all come as CSV', async () => {
  const question = `mark=finished&${WEEK}&days=working&measure=cycle&min=30&priority=high`
  screens.answers['rows'] = { asOf: FLOW.asOf, total: 1284, requests: [ROW] }
  screens.open(`/analytics/rows?${question}`)
  await sees('Requests finished, 16–22 Nov 2026, cycle time above 30 days', '1,284 requests', '35 d', 'Gate pass')
  expect(text()).toContain('Counted in working days.')
  expect(document.querySelector('[data-opens=a]')?.getAttribute('href')).toBe('/requests/a')
  // The back link has the filters of the query.
  expect(document.querySelector('.way-back a')?.getAttribute('href')).toBe(
    `/analytics?${WEEK}&days=working&priority=high`,
  )
  screens.answers['rows.csv'] = new Response('a,b', {
    headers: { 'Content-Disposition': 'attachment; filename="Figures.csv"' },
  })
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  expect(button('Other formats')).toBeDefined()
  press(button('Download CSV'))
  await shows(() => expect(saved).toEqual(['Figures.csv']))
  vi.restoreAllMocks()
  expect(screens.asked.findLast((call) => call.includes('rows.csv'))).not.toContain('page')
})

test('the way back from one bar leads to the figures as they were', async () => {
  screens.open('/analytics?period=1y&priority=high&modal=upload')
  await sees('Analytics')
  screens.answers['rows'] = { asOf: FLOW.asOf, total: 1, requests: [ROW] }
  const rows = `/analytics/rows?mark=finished&${WEEK}&priority=high&department=security`
  const wayBack = () => document.querySelector('.way-back a')?.getAttribute('href')
  act(() => {
    window.history.pushState({ key: 'figure' }, '', rows)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await sees('Gate pass')
  expect(wayBack()).toBe('/analytics?period=1y&priority=high')
  screens.leave()
  screens.open(rows)
  await sees('Gate pass')
  expect(wayBack()).toBe(`/analytics?${WEEK}&department=security&priority=high`)
})

test('a request that was closed twice has a row for each closing, with its day', async () => {
  const closing = (happenedOn: string) => ({ ...ROW, value: null, happenedOn })
  screens.answers['rows'] = { asOf: FLOW.asOf, total: 2, requests: [closing('2026-11-20'), closing('2026-11-17')] }
  screens.open(`/analytics/rows?mark=closings&${WEEK}`)
  await sees('Closings, 16–22 Nov 2026', '2 closings', 'Gate pass')
  const days = [...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('td:last-child')?.textContent)
  expect(days).toEqual(['20 Nov 2026', '17 Nov 2026'])
})

test('an address whose page no longer exists shows the last page that does', async () => {
  const question = `mark=finished&${WEEK}`
  screens.answers[`rows?${question}&page=3&limit=20`] = { asOf: FLOW.asOf, total: 15, requests: [] }
  screens.answers['rows'] = { asOf: FLOW.asOf, total: 15, requests: [ROW] }
  screens.open(`/analytics/rows?${question}&page=3`)
  await sees('15 requests', 'Gate pass')
  expect(window.location.search).not.toContain('page')
})

test('without the permission to export there is no download of the rows', async () => {
  screens.answers['rows'] = { asOf: FLOW.asOf, total: 1, requests: [ROW] }
  screens.open('/analytics/rows?mark=open', ['analytics.view'])
  await sees('Gate pass')
  expect(button('Download CSV')).toBeUndefined()
  expect(button('Other formats')).toBeUndefined()
})

test('a question that cannot be answered is named', async () => {
  const refusal = { error: 'Bad', code: 'bad-input', details: [{ path: 'min', message: 'must be a number of days' }] }
  screens.answers['rows'] = Response.json(refusal, { status: 400 })
  screens.open('/analytics/rows?mark=open&min=long')
  await sees('This address does not describe a list of requests', 'must be a number of days')
})
