import { expect, test } from 'vitest'
import { startSession } from '../client/session.ts'
import { answers, page, show, withTestServer } from '../testing/request-screens.tsx'
import { buildToken, buildUser } from '../testing/session.ts'
import { EditReport } from './builder/BuilderPage.tsx'
import { ReportPage } from './ReportPage.tsx'
import ReportsPage from './ReportsPage.tsx'

withTestServer()

const problem = (status: number, error: string, code: string) => Response.json({ error, code }, { status })
const linkTo = (name: string) =>
  [...document.querySelectorAll('a')].find((link) => link.textContent === name)?.getAttribute('href')

test.each([
  ['/reports/gone', <ReportPage key="page" id="gone" />],
  ['/reports/gone/edit', <EditReport key="edit" id="gone" />],
  ['/reports/gone?run=r1', <ReportPage key="run" id="gone" />],
])('%s says that there is no such report and leads back to the others', async (address, screen) => {
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['reports.export'] }) })
  answers['GET /api/reports/gone'] = () => problem(404, 'There is no such report.', 'not-found')
  await show(address, screen)
  expect(page()).toContain('There is no such report')
  expect(page()).toContain('All reports')
  expect(page()).not.toContain('Try again')
  expect(linkTo('All reports')).toBe('/reports')
})

test('an address that cannot be decoded leads to no report', async () => {
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['reports.export'] }) })
  answers['GET /api/reports/%25zz'] = () => problem(404, 'There is no such report.', 'not-found')
  await show('/reports/%zz', <ReportsPage />)
  expect(page()).toContain('There is no such report')
})

test('a report that could not be loaded just now is tried again', async () => {
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['reports.export'] }) })
  answers['GET /api/reports/p1'] = () => problem(400, 'Something was wrong.', 'bad-input')
  await show('/reports/p1', <ReportPage id="p1" />)
  expect(page()).toContain('The report could not be loaded')
  expect(page()).toContain('Try again')
})
