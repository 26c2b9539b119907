import { expect, test } from 'vitest'
import { analyticsScreens, button, press, sees, text, WEEK } from '../testing/analytics.tsx'
import { shows } from '../testing/part.tsx'
import { FLOW } from './example.ts'
import { figuresData } from './figures-data.ts'

const screens = analyticsScreens()

test('the requests of the period are exported with the filters of the screen', async () => {
  screens.open(`/analytics?${WEEK}&department=operations&days=working`)
  await sees('3 days shorter')
  press(button('Export Report'))
  expect(text()).toContain('16–22 Nov 2026, with the filters of this page')
  press(button('PDF'))
  press(button('Requests closed in the period'))
  const [from, to] = ['2026-11-16', '2026-11-22']
  const view = { from, to, days: 'working', department: 'operations', mark: 'closed' }
  await shows(() => expect(screens.sent).toEqual([{ list: 'analytics-rows', format: 'pdf', view }]))
})

test('the figures are exported with their period and filters', () => {
  const { rows } = figuresData(FLOW, ['Department: Operations'])
  const cells = rows.map((row) => row.cells)
  expect(cells.slice(0, 3)).toEqual([
    ['First day', '2026-11-16', '2026-11-09', 'date'],
    ['Last day', '2026-11-22', '2026-11-15', 'date'],
    ['Filter', 'Department: Operations', null, null],
  ])
  expect(cells).toContainEqual(['Completed', 40, 31, 'requests'])
  expect(cells).toContainEqual(['Median cycle time', 10, 13, 'calendar days'])
  expect(cells).toContainEqual(['Open now', 12, null, 'requests'])
})

test('without the permission nothing can be exported', async () => {
  screens.open(`/analytics?${WEEK}`, ['analytics.view'])
  await sees('3 days shorter')
  expect(button('Export Report')).toBeUndefined()
})
