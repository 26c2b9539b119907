import { expect, test, vi } from 'vitest'
import type { Notices } from '../../shared/notices.ts'
import type { ReportList } from '../../shared/reports/definition.ts'
import type { Hint } from '../platform/database/hints.ts'
import { del, get, post } from '../testing/app.ts'
import { officeWithSchedules } from '../testing/schedules.ts'
import { tellReaders } from './tell-readers.ts'
import { reportNote } from './notes.ts'

const { office, schedule, runsNow, settled, work } = await officeWithSchedules()

test('who receives a report finds it in their list and reads its page, whether or not it is shared with them', async () => {
  const { app, ben, cleo, ada } = office
  const content = { kind: 'custom', view: '', columns: ['requestId'], groupBy: null, chart: 'none' }
  const { body } = await post(app, ben, '/api/reports', { name: 'Sent', content, sharedWith: [] })
  const { id } = body as { id: string }
  const names = async () =>
    ((await get(app, cleo, '/api/reports')).body as { reports: { name: string }[] }).reports.map(({ name }) => name)
  expect(await names()).not.toContain('Sent')
  expect((await get(app, cleo, `/api/reports/${id}`)).statusCode).toBe(404)
  await schedule({ recipients: { people: [cleo.id], roles: [] } }, ben, id)
  expect(await names()).toContain('Sent')
  expect((await get(app, cleo, `/api/reports/${id}`)).statusCode).toBe(200)
  expect((await get(app, ada, `/api/reports/${id}`)).statusCode).toBe(403)
})

test('recipients keep a report and its runs in their list after its schedule is deleted', async () => {
  const { app, ben, cleo, dan, db } = office
  const content = { kind: 'custom', view: '', columns: ['requestId'], groupBy: null, chart: 'none' }
  const { body } = await post(app, ben, '/api/reports', { name: 'Sent', content, sharedWith: [] })
  const { id } = body as { id: string }
  await schedule({ recipients: { people: [cleo.id], roles: [] } }, ben, id)
  work()
  office.clock.set('2026-03-10T10:00:00.000Z')
  await settled(1)
  expect((await del(app, ben, `/api/reports/${id}/schedule`)).statusCode).toBe(204)
  const listed = ((await get(app, cleo, '/api/reports')).body as ReportList).reports.find((report) => report.id === id)
  expect(listed).toMatchObject({ name: 'Sent', nextRunAt: null, lastRun: { state: 'ready' } })
  expect((await get(app, cleo, `/api/reports/${id}`)).statusCode).toBe(200)
  expect((await get(app, cleo, `/api/reports/${id}/runs`)).body).toMatchObject({ total: 1 })
  await db.write((tx) => tx.updateTable('users').set({ role_id: 'manager' }).where('id', '=', dan.id).execute())
  office.services.sessions.forgetAll()
  expect((await get(app, dan, `/api/reports/${id}`)).statusCode).toBe(404)
})

test('a schedule of one’s own ends when the report is no longer received, and the page with its runs stays', async () => {
  const { app, ben, cleo } = office
  const content = { kind: 'custom', view: '', columns: ['requestId'], groupBy: null, chart: 'none' }
  const { body } = await post(app, ben, '/api/reports', { name: 'Sent', content, sharedWith: [] })
  const { id } = body as { id: string }
  await schedule({ recipients: { people: [cleo.id], roles: [] } }, ben, id)
  const own = { time: '11:00', recipients: { people: [cleo.id], roles: [] } }
  expect((await schedule(own, cleo, id)).statusCode).toBe(200)
  work()
  office.clock.set('2026-03-10T10:00:00.000Z')
  await settled(1)
  expect((await del(app, ben, `/api/reports/${id}/schedule`)).statusCode).toBe(204)
  office.clock.set('2026-03-10T11:00:00.000Z')
  const states = async () => (await runsNow()).map(({ state }) => state)
  await vi.waitFor(async () => expect(await states()).toEqual(['ready', 'failed']), { timeout: 300_000, interval: 20 })
  expect(reportNote((await runsNow())[1]!.note)).toBe(
    'The report is no longer shared with its owner. The schedule has stopped.',
  )
  expect((await get(app, cleo, `/api/reports/${id}`)).statusCode).toBe(200)
  expect(await schedule({ ...own, version: 1 }, cleo, id)).toMatchObject({
    statusCode: 403,
    body: { error: 'This report is not shared with you, so it cannot be scheduled.' },
  })
})

test('those to whom a report is sent are notified once it can be read, with their open pages; who cannot read it is not', async () => {
  const { app, ben, cleo, dan, ada, services } = office
  const notices = async (person: typeof ben) =>
    ((await get(app, person, '/api/notices')).body as Notices).notices.map(({ code, reasons, values }) => ({
      code,
      reasons: reasons.map((reason) => reason.code),
      path: values.path,
    }))
  const hints: Hint[] = []
  office.db.onCommit((more) => void hints.push(...more))
  // Ada and Dan have a role without the right to read reports.
  const sent = await schedule({ recipients: { people: [ada.id, ben.id], roles: ['admin', 'user'] } }, ben)
  expect(sent.statusCode, JSON.stringify(sent.body)).toBe(200)
  work()
  office.clock.set('2026-03-10T10:00:00.000Z')
  await settled(1)
  const [run] = await runsNow()
  const path = `/reports/overdue?run=${run!.id}`
  await vi.waitFor(async () => expect(await notices(cleo)).toEqual([{ code: 'report-ready', reasons: ['sent'], path }]))
  expect(await notices(ben)).toEqual([{ code: 'report-ready', reasons: ['scheduled'], path }])
  for (const person of [ada, dan]) expect(await notices(person)).toEqual([])
  await vi.waitFor(() => expect(hints).toContainEqual({ kind: 'reports', personId: cleo.id }))
  expect(hints.some(({ personId }) => personId === ada.id || personId === dan.id)).toBe(false)
  await tellReaders(services, run!.id, new AbortController().signal)
  expect(await notices(cleo)).toHaveLength(1)
})
