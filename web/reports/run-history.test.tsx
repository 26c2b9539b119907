import { act } from 'react'
import { expect, test } from 'vitest'
import type { ReportRun } from '../../shared/reports/runs.ts'
import { answers, control, press, sent, settle, show, withTestServer } from '../testing/request-screens.tsx'
import { RunHistory } from './RunHistory.tsx'

withTestServer()

const run = (id: number): ReportRun => ({
  id: `r${id}`,
  reportId: 'p1',
  name: 'Trucks',
  state: 'ready',
  madeBy: { id: 'ben', firstName: 'Ben', lastName: 'Marlow' },
  isScheduled: false,
  createdAt: `2026-11-${10 + id}T09:00:00.000Z`,
  endedAt: null,
  expiresAt: '2027-02-18T09:00:00.000Z',
  done: 1,
  total: 1,
  rows: 3,
  files: [],
  note: null,
  retryAt: null,
})

test('when the only run of the last page is deleted, the page before it is shown', async () => {
  let runs = Array.from({ length: 11 }, (_, i) => run(i))
  answers['GET /api/reports/p1/runs'] = () => {
    const page = Number(new URLSearchParams(sent('GET').at(-1)?.path.split('?')[1]).get('page'))
    return Response.json({ runs: runs.slice((page - 1) * 10, page * 10), total: runs.length })
  }
  answers['DELETE /api/report-runs/r10'] = () => {
    runs = runs.slice(0, 10)
    return new Response(null, { status: 204 })
  }
  const listed = () => document.querySelectorAll('li').length
  await show('/reports/p1', <RunHistory reportId="p1" shown={null} />)
  await press('Page 2')
  expect(listed()).toBe(1)
  act(() => document.querySelector<HTMLButtonElement>('[aria-label^="Delete the run of"]')!.click())
  await settle()
  expect(listed()).toBe(10)
})

test('while another page loads, its number keeps the focus', async () => {
  const loaded = Promise.withResolvers<void>()
  const runs = Array.from({ length: 11 }, (_, i) => run(i))
  const nowSent = () => new URLSearchParams(sent('GET').at(-1)?.path.split('?')[1]).get('page')
  answers['GET /api/reports/p1/runs'] = async () => {
    if (nowSent() === '1') return Response.json({ runs: runs.slice(0, 10), total: 11 })
    await loaded.promise
    return Response.json({ runs: runs.slice(10), total: 11 })
  }
  await show('/reports/p1', <RunHistory reportId="p1" shown={null} />)
  control('button', 'Page 2').focus()
  act(() => control('button', 'Page 2').click())
  expect(document.querySelector('[aria-busy="true"] li')).not.toBeNull()
  expect(document.activeElement).toBe(control('button', 'Page 2'))
  loaded.resolve()
  await settle()
  expect(document.querySelectorAll('li')).toHaveLength(1)
  expect(document.activeElement).toBe(control('button', 'Page 2'))
})
