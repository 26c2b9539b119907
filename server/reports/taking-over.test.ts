import { expect, test } from 'vitest'
import type { Report, ReportContent, ReportList } from '../../shared/reports/definition.ts'
import type { ScheduleList } from '../../shared/reports/schedule.ts'
import { del, get, post, put } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'

const office = await officeOfFile()

const CONTENT = {
  kind: 'custom',
  view: '',
  columns: ['requestId'],
  groupBy: null,
  chart: 'none',
} as const satisfies ReportContent
const SCHEDULE = {
  cadence: 'daily',
  weekday: 1,
  monthDay: 1,
  time: '10:00',
  timeZone: 'UTC',
  formats: ['csv'],
  recipients: { people: [], roles: ['admin'] },
  version: 0,
}

/** A report of Ben's with a schedule, which Cleo cannot see while Ben is active. */
async function bensReport(): Promise<Report> {
  const { app, ben, cleo } = office
  const input = { name: 'Trucks', content: CONTENT, sharedWith: [] }
  const report = (await post(app, ben, '/api/reports', input)).body as Report
  expect(report).toMatchObject({ owner: { id: ben.id }, ownerIsGone: false })
  expect((await get(app, cleo, `/api/reports/${report.id}`)).statusCode).toBe(404)
  return report
}

const benGoes = async () =>
  expect((await put(office.app, office.cleo, `/api/people/${office.ben.id}/deactivation`, {})).statusCode).toBe(200)
const listed = async () => ((await get(office.app, office.cleo, '/api/reports')).body as ReportList).reports
const auditOf = (action: string) =>
  office.db.read.selectFrom('audit_log').select(['actor_id', 'details']).where('action', '=', action).execute()

test('while its owner is active, nobody else can take over or delete a report', async () => {
  const { app, cleo } = office
  const { id } = await bensReport()
  expect((await put(app, cleo, `/api/reports/${id}/owner`, {})).statusCode).toBe(404)
  expect((await del(app, cleo, `/api/reports/${id}`)).statusCode).toBe(404)
  expect((await put(app, cleo, '/api/reports/overdue/owner', {})).statusCode).toBe(403)
  expect((await listed()).map((report) => report.id)).not.toContain(id)
})

test('people who manage accounts can take over the report of a deactivated owner, whose schedule ends', async () => {
  const { app, ben, cleo } = office
  const { id } = await bensReport()
  expect((await put(app, ben, `/api/reports/${id}/schedule`, SCHEDULE)).statusCode).toBe(200)
  await benGoes()
  expect((await listed()).find((report) => report.id === id)).toMatchObject({
    ownerIsGone: true,
    owner: { id: ben.id },
  })
  const taken = await put(app, cleo, `/api/reports/${id}/owner`, {})
  expect(taken).toMatchObject({ statusCode: 200, body: { owner: { id: cleo.id }, ownerIsGone: false, name: 'Trucks' } })
  const schedules = (await get(app, cleo, `/api/reports/${id}/schedules`)).body as ScheduleList
  expect(schedules).toEqual({ own: null, received: [] })
  const { version } = taken.body as Report
  const change = { name: 'All trucks', content: CONTENT, sharedWith: [], version }
  expect((await put(app, cleo, `/api/reports/${id}`, change)).statusCode).toBe(200)
  // Idempotent.
  expect((await put(app, cleo, `/api/reports/${id}/owner`, {})).statusCode).toBe(200)
  const entries = await auditOf('report.taken-over')
  expect(entries).toMatchObject([{ actor_id: cleo.id }])
  expect(JSON.parse(entries[0]!.details)).toEqual({ name: 'Trucks', owner: 'Ben Marlow' })
})

test('people who manage accounts can delete the report of a deactivated owner, and the audit log names the owner', async () => {
  const { app, cleo } = office
  const { id } = await bensReport()
  await benGoes()
  expect((await del(app, cleo, `/api/reports/${id}`)).statusCode).toBe(204)
  expect((await get(app, cleo, `/api/reports/${id}`)).statusCode).toBe(404)
  expect(JSON.parse((await auditOf('report.deleted'))[0]!.details)).toEqual({ name: 'Trucks', owner: 'Ben Marlow' })
})

test('nobody else sees it, and a reactivated owner keeps reports that were not taken over', async () => {
  const { app, ben, cleo, db, dan } = office
  const { id } = await bensReport()
  await db.write((tx) => tx.updateTable('users').set({ role_id: 'manager' }).where('id', '=', dan.id).execute())
  office.services.sessions.forgetAll()
  await benGoes()
  expect((await get(app, dan, `/api/reports/${id}`)).statusCode).toBe(404)
  expect((await put(app, dan, `/api/reports/${id}/owner`, {})).statusCode).toBe(403)
  expect((await del(app, dan, `/api/reports/${id}`)).statusCode).toBe(404)
  await del(app, cleo, `/api/people/${ben.id}/deactivation`)
  expect((await put(app, cleo, `/api/reports/${id}/owner`, {})).statusCode).toBe(404)
})
