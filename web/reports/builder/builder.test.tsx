import { act } from 'react'
import { expect, test } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import { updateSessionUser } from '../../client/session.ts'
import { buildReport } from '../../testing/reports.ts'
import { answers, page, press, problem, sent, settle, show, withTestServer } from '../../testing/request-screens.tsx'
import { Builder } from './Builder.tsx'
import { emptyForm, formOf } from './builder-form.ts'

withTestServer()

test('a department that is newer than the stored session filters the report once it is known', async () => {
  await show('/reports/new', <Builder start={emptyForm('department=customs')} />)
  const chip = () => document.querySelector('.chip')?.textContent
  expect(chip()).toBeUndefined()
  expect(sent('POST').at(-1)?.body).toMatchObject({ content: { view: '' } })
  const customs = { key: 'customs', name: 'Customs', retiredAt: null, successor: null }
  act(() => updateSessionUser({ departments: [...FIRST_DEPARTMENTS.all, customs] }))
  await settle()
  expect(chip()).toBe('DepartmentCustoms')
  expect(sent('POST').at(-1)?.body).toMatchObject({ content: { view: 'department=customs' } })
})

test('the filter of a report for a department that was added since the page was loaded is kept', async () => {
  const customs = { key: 'customs', name: 'Customs', retiredAt: null, successor: null }
  answers['GET /api/departments'] = () => Response.json({ departments: [...FIRST_DEPARTMENTS.all, customs] })
  await show('/reports/new', <Builder start={emptyForm('department=customs')} />)
  expect(document.querySelector('.chip')?.textContent).toBe('DepartmentCustoms')
  expect(sent('POST').at(-1)?.body).toMatchObject({ content: { view: 'department=customs' } })
})

test('a refused sharing is shown with its reason', async () => {
  const details = [{ path: 'sharedWith', message: 'There is no such role' }]
  answers['PUT /api/reports/p1'] = problem(400, 'Please check your input.', { details })
  const report = buildReport({ sharedWith: ['gone'] })
  await show('/reports/p1/edit', <Builder start={formOf(report)} report={report} />)
  await press('Save report')
  expect(page()).toContain('There is no such role')
})

test('the direction shown for a report is the one of its rows', async () => {
  await show('/reports/new', <Builder start={emptyForm('')} />)
  expect(page()).toMatch(/Newest first\s*DirectionDescending/)
})

test('a report that is sorted by a column is ascending until it is changed', async () => {
  await show('/reports/new', <Builder start={emptyForm('sort=title')} />)
  expect(page()).toMatch(/DirectionAscending/)
})

test('a report keeps its period, and its preview is asked for with it', async () => {
  const period = { date: 'due', span: 'half-year' } as const
  const report = buildReport({
    content: { kind: 'custom', view: '', period, columns: ['title'], groupBy: null, chart: 'none' },
  })
  answers['PUT /api/reports/p1'] = () => Response.json(report)
  await show('/reports/p1/edit', <Builder start={formOf(report)} report={report} />)
  expect(page()).toMatch(/PeriodLast half year/)
  expect(page()).toMatch(/Applies toDue/)
  expect(sent('POST').at(-1)?.body).toMatchObject({ content: { period } })
  await press('Save report')
  expect(sent('PUT').at(-1)?.body).toMatchObject({ content: { period } })
})
