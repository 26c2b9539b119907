import { act } from 'react'
import { expect, test } from 'vitest'
import type { RunWithDocument } from '../../shared/reports/runs.ts'
import { startSession } from '../client/session.ts'
import { buildReport } from '../testing/reports.ts'
import { answers, control, page, press, show, withTestServer } from '../testing/request-screens.tsx'
import { buildToken, buildUser } from '../testing/session.ts'
import { ReportPage } from './ReportPage.tsx'

withTestServer()

const RUN: RunWithDocument = {
  id: 'r1',
  reportId: 'p1',
  name: 'Trucks',
  state: 'ready',
  madeBy: null,
  isScheduled: false,
  createdAt: '2026-11-18T09:00:00.000Z',
  endedAt: null,
  expiresAt: '2027-02-18T09:00:00.000Z',
  done: 1,
  total: 1,
  rows: 3,
  files: [],
  note: null,
  retryAt: null,
  document: null,
}

test('the button that leads from a stored run to the present report hands the focus to that report', async () => {
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'cleo', permissions: ['reports.export'] }) })
  answers['GET /api/reports/p1'] = () => Response.json(buildReport())
  answers['GET /api/report-runs/r1'] = () => Response.json(RUN)
  await show('/reports/p1?run=r1', <ReportPage id="p1" />)
  expect(page()).toContain('The figures are those of that moment.')
  act(() => control('button', 'Show it as of now').focus())
  await press('Show it as of now')
  expect(window.location.search).toBe('')
  expect(document.activeElement).toBe(control('button', 'Export'))
})
