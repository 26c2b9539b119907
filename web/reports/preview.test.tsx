import { onlineManager } from '@tanstack/react-query'
import { act, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { ReportDocument } from '../../shared/reports/document.ts'
import type { ReportPeriod } from '../../shared/reports/ready.ts'
import { shows } from '../testing/part.tsx'
import { answers, control, page, press, sent, settle, show, withTestServer } from '../testing/request-screens.tsx'
import { Preview } from './Preview.tsx'

withTestServer()
afterEach(() => {
  act(() => onlineManager.setOnline(true))
})

const PREVIEW = 'POST /api/report-previews'
const made = (about: string) => {
  const document: ReportDocument = {
    title: 'Monthly management report',
    office: 'Harbour Office',
    asOf: '2026-11-18T09:00:00.000Z',
    timeZone: 'UTC',
    period: null,
    about: [about],
    blocks: [],
  }
  return Response.json(document)
}

function Screen() {
  const [period, setPeriod] = useState<ReportPeriod>('last-month')
  return (
    <>
      <button type="button" onClick={() => setPeriod('half-year')}>
        Half year
      </button>
      <Preview content={{ kind: 'ready', ready: 'management' }} period={period} />
    </>
  )
}

test('offline the report of another period does not stand in for the chosen one', async () => {
  answers[PREVIEW] = () => made('Of last month')
  await show('/reports/p1', <Screen />)
  expect(page()).toContain('Of last month')
  act(() => onlineManager.setOnline(false))
  await press('Half year')
  expect(page()).not.toContain('Of last month')
  expect(page()).toContain('This report was not made before you went offline.')
  answers[PREVIEW] = () => made('Of the half year')
  act(() => onlineManager.setOnline(true))
  await settle()
  expect(page()).toContain('Of the half year')
})

test('the previous report is dimmed while the chosen one is being made', async () => {
  answers[PREVIEW] = () => made('Of last month')
  await show('/reports/p1', <Screen />)
  const dimmed = () => document.querySelector('.isBefore')?.textContent
  expect(dimmed()).toBeUndefined()
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers[PREVIEW] = () => promise
  act(() => control('button', 'Half year').click())
  await shows(() => expect(sent('POST')).toHaveLength(2))
  expect(dimmed()).toContain('Of last month')
  resolve(made('Of the half year'))
  await settle()
  expect(page()).toContain('Of the half year')
  expect(dimmed()).toBeUndefined()
})
