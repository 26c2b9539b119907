import { expect, test } from 'vitest'
import { titleOf, windowTitle } from './pages.ts'

test('every screen names its window', () => {
  expect(windowTitle('/requests')).toBe('All Requests – RFD Management Dashboard')
  expect(windowTitle('/settings/backup/')).toBe('Backup Settings – RFD Management Dashboard')
  expect(windowTitle('/nowhere')).toBe('Page not found – RFD Management Dashboard')
})

test('anything below the dashboard is the dashboard', () => {
  expect(titleOf('/dashboard/x')).toBe('Dashboard')
  expect(titleOf('/dashboards')).toBeUndefined()
})

test('one request has a page of its own, below it there is nothing', () => {
  expect(titleOf('/requests/RFD-2026-0418')).toBe('Request')
  expect(titleOf('/requests/RFD-2026-0418/x')).toBeUndefined()
})
