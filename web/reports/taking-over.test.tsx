import { expect, test } from 'vitest'
import type { Permission } from '../../shared/permissions.ts'
import { startSession } from '../client/session.ts'
import { answers, control, page, press, sent, show, toasts, withTestServer } from '../testing/request-screens.tsx'
import { buildReport } from '../testing/reports.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import { ReportPage } from './ReportPage.tsx'

withTestServer()

const REPORT = buildReport({ owner: { id: 'ben', firstName: 'Ben', lastName: 'Marlow' }, ownerIsGone: true })
const signIn = (permissions: Permission[]) =>
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'cleo', permissions }) })
const names = () => [...document.querySelectorAll('button, a')].map((one) => one.textContent)

test('a person who manages people takes over the report of a deactivated owner, and keeps the focus', async () => {
  signIn(['reports.export', 'team.manage'])
  answers['GET /api/reports/p1'] = () => Response.json(REPORT)
  await show('/reports/p1', <ReportPage id="p1" />)
  expect(page()).toContain('By Ben Marlow, whose account is deactivated')
  expect(names()).toContain('Delete')
  expect(names()).not.toContain('Edit')
  const taken = {
    ...REPORT,
    owner: { id: 'cleo', firstName: 'Cleo', lastName: 'Adler' },
    ownerIsGone: false,
    version: 2,
  }
  answers['PUT /api/reports/p1/owner'] = () => Response.json(taken)
  answers['GET /api/reports/p1'] = () => Response.json(taken)
  control<HTMLButtonElement>('button', 'Take over').focus()
  await press('Take over')
  expect(sent('PUT').map(({ path }) => path)).toEqual(['/api/reports/p1/owner'])
  expect(toasts()).toEqual([['Report taken over', 'Trucks is yours. Its owner’s schedules have ended.']])
  expect(page()).toContain('By Cleo Adler')
  expect(names()).toContain('Edit')
  expect(names()).not.toContain('Take over')
  expect(document.activeElement).not.toBe(document.body)
})

test('others are not offered to take it over or to delete it', async () => {
  signIn(['reports.export'])
  answers['GET /api/reports/p1'] = () => Response.json(REPORT)
  await show('/reports/p1', <ReportPage id="p1" />)
  expect(page()).toContain('whose account is deactivated')
  expect(names()).not.toContain('Take over')
  expect(names()).not.toContain('Delete')
})
