import { expect, test } from 'vitest'
import type { ReportDocument } from '../../../shared/reports/document.ts'
import { show, withTestServer } from '../../testing/request-screens.tsx'
import { DocumentView } from './DocumentView.tsx'

withTestServer()

test('a status is never broken into two lines', async () => {
  const report: ReportDocument = {
    title: 'Trucks',
    office: 'Harbour Office',
    asOf: '2026-11-18T09:00:00.000Z',
    timeZone: 'UTC',
    period: null,
    about: [],
    blocks: [
      {
        kind: 'table',
        title: 'Requests',
        columns: [
          { label: 'Title', kind: 'text' },
          { label: 'Status', kind: 'text' },
        ],
        rows: [['Weigh the trucks', 'Pending Review']],
        total: 1,
        empty: 'None',
      },
    ],
  }
  await show('/reports/p1', <DocumentView document={report} />)
  const [title, status] = document.querySelectorAll('td')
  expect(title?.className).toBe('')
  expect(status?.className).toBe('nowrap')
})
