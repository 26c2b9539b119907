import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { buildReport, buildSchedule } from '../testing/reports.ts'
import { answers, page, press, problem, sent, settle, show, withTestServer } from '../testing/request-screens.tsx'
import { ScheduleCard } from './ScheduleCard.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'

withTestServer()

const HOUR_MS = 3_600_000
const dueIn = (ms: number, time = '07:30') =>
  buildSchedule({
    owner: { id: 'eva', firstName: 'Eva', lastName: 'Nowak' },
    time,
    nextAt: new Date(Date.now() + ms).toISOString(),
  })

test('a run that comes due while the page is open is refetched', async () => {
  let next = dueIn(HOUR_MS)
  answers['GET /api/reports/p1/schedules'] = () => Response.json({ own: null, received: [next] })
  const timeout = vi.spyOn(globalThis, 'setTimeout')
  await show('/reports/p1', <ScheduleCard report={buildReport()} />)
  const due = timeout.mock.calls.filter(([, ms]) => ms !== undefined && ms > HOUR_MS - 60_000 && ms <= HOUR_MS + 1000)
  expect(due).toHaveLength(1)
  next = dueIn(24 * HOUR_MS, '08:30')
  act(() => (due[0]![0] as () => void)())
  await settle()
  expect(sent('GET').filter(({ path }) => path.endsWith('/schedules'))).toHaveLength(2)
  expect(page()).toContain('08:30')
})

test('a refused role is shown with its reason', async () => {
  const details = [{ path: 'recipients.roles', message: 'There is no such role' }]
  answers['PUT /api/reports/p1/schedule'] = problem(400, 'Please check your input.', { details })
  const stored = buildSchedule({ recipients: { people: [], roles: ['gone'] } })
  await show('/reports/p1', <ScheduleFields report={buildReport()} stored={stored} />)
  await press('Save schedule')
  expect(page()).toContain('There is no such role')
})
