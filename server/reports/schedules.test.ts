import { expect, test, vi } from 'vitest'
import type { ReportList } from '../../shared/reports/definition.ts'
import type { ReportRun } from '../../shared/reports/runs.ts'
import { del, get, post } from '../testing/app.ts'
import type { Notices } from '../../shared/notices.ts'
import { buildRole } from '../testing/roles.ts'
import { reportFiles } from '../testing/reports.ts'
import { officeWithSchedules } from '../testing/schedules.ts'
import { reportNote } from './notes.ts'
import { startDue } from './due-schedules.ts'

const { office, schedule, runsNow, settled, work } = await officeWithSchedules()

test('a schedule makes its report at its time, for its owner and those it names', async () => {
  const { app, ben, cleo } = office
  const set = await schedule({ recipients: { people: [cleo.id], roles: [] } })
  expect(set).toMatchObject({ statusCode: 200, body: { nextAt: '2026-03-10T10:00:00.000Z', version: 1, note: null } })
  work()
  office.clock.set('2026-03-10T09:59:59.000Z')
  expect(await runsNow()).toEqual([])
  office.clock.set('2026-03-10T10:00:00.000Z')
  await settled(1)
  for (const person of [ben, cleo]) {
    const { body } = await get(app, person, '/api/reports/overdue/runs')
    expect((body as { runs: ReportRun[] }).runs).toMatchObject([{ isScheduled: true, madeBy: { id: ben.id } }])
  }
  const { body } = await get(app, cleo, '/api/reports/overdue/schedules')
  expect(body).toMatchObject({ own: null, received: [{ nextAt: '2026-03-11T10:00:00.000Z' }] })
  const list = await get(app, cleo, '/api/reports')
  const overdue = (list.body as { reports: { id: string }[] }).reports.find(({ id }) => id === 'overdue')
  expect(overdue).toMatchObject({ nextRunAt: '2026-03-11T10:00:00.000Z', lastRun: { state: 'ready' } })
})

test('its owner is told that a scheduled report is ready; one that they wait for is only told if it took long', async () => {
  const { app, ben, clock } = office
  await schedule()
  clock.set('2026-03-10T10:00:00.000Z')
  work()
  await settled(1)
  await post(app, ben, '/api/reports/promises/runs', { formats: ['csv'] })
  await settled(2)
  const { notices } = (await get(app, ben, '/api/notices')).body as Notices
  const [scheduled] = (await runsNow()).filter(({ schedule_id }) => schedule_id !== null)
  expect(notices).toMatchObject([
    {
      code: 'report-ready',
      reasons: [{ code: 'scheduled' }],
      values: { name: scheduled!.name, path: `/reports/overdue?run=${scheduled!.id}`, rows: scheduled!.row_count },
    },
  ])
})

test('the list names the last run of each report, however many newer ones others have', async () => {
  const { app, ben, db, services } = office
  await post(app, ben, '/api/reports/promises/runs', { formats: ['csv'] })
  work()
  await settled(1)
  const [monthly] = await runsNow()
  const newer = Array.from({ length: 510 }, (_, i) => {
    const created_at = new Date(services.clock().getTime() + i).toISOString()
    return { ...monthly!, id: `daily ${i}`, report_id: 'overdue', files: '[]', document: null, created_at }
  })
  await db.write((tx) => tx.insertInto('report_runs').values(newer).execute())
  const { reports } = (await get(app, ben, '/api/reports')).body as ReportList
  expect(reports.find(({ id }) => id === 'promises')?.lastRun).toMatchObject({ id: monthly!.id })
  expect(reports.find(({ id }) => id === 'overdue')?.lastRun).toMatchObject({ id: 'daily 509' })
})

test('a schedule that cannot be started does not hold up the others', async () => {
  const { app, ben, cleo, db } = office
  await schedule()
  await schedule({ time: '10:01' }, cleo, 'promises')
  await db.write((tx) =>
    tx.updateTable('report_schedules').set({ time_zone: 'No/Where' }).where('owner_id', '=', ben.id).execute(),
  )
  office.clock.set('2026-03-10T10:01:00.000Z')
  await startDue(office.services, new AbortController().signal)
  expect((await runsNow()).map(({ report_id }) => report_id)).toEqual(['promises'])
  expect((await get(app, ben, '/api/reports/overdue/schedules')).body).toMatchObject({
    own: { nextAt: null, note: 'This server does not know its time zone.' },
  })
  const stops = db.read.selectFrom('audit_log').select('target_id').where('action', '=', 'report.schedule-stopped')
  expect(await stops.execute()).toEqual([{ target_id: 'overdue' }])
})

test('after the clock was put back, the run of a time is not made twice', async () => {
  await schedule()
  const { signal } = new AbortController()
  const start = async () => {
    office.clock.set('2026-03-10T10:00:00.000Z')
    await startDue(office.services, signal)
  }
  await start()
  office.clock.set('2026-03-10T09:30:00.000Z')
  expect((await schedule({ version: 1 })).body).toMatchObject({ nextAt: '2026-03-10T10:00:00.000Z' })
  await start()
  expect(await runsNow()).toHaveLength(1)
  const [row] = await office.db.read.selectFrom('report_schedules').select('next_at').execute()
  expect(row).toEqual({ next_at: '2026-03-11T10:00:00.000Z' })
})

test('runs missed while the server was off are made once, and the next one at its time', async () => {
  await schedule()
  office.clock.set('2026-03-20T10:30:00.000Z')
  work()
  await settled(1)
  office.clock.set('2026-03-21T09:59:00.000Z')
  await startDue(office.services, new AbortController().signal)
  expect(await runsNow()).toHaveLength(1)
  office.clock.set('2026-03-21T10:00:00.000Z')
  await settled(2)
})

test('however many processes look at the same time, a report is made once', async () => {
  await schedule()
  await schedule({}, office.cleo, 'promises')
  office.clock.set('2026-03-10T10:00:01.000Z')
  const { signal } = new AbortController()
  await Promise.all(Array.from({ length: 5 }, () => startDue(office.services, signal)))
  expect((await runsNow()).map(({ report_id }) => report_id).sort()).toEqual(['overdue', 'promises'])
  work()
  work()
  await settled(2)
})

test('over a change of the clocks each day has one report', async () => {
  office.clock.set('2026-03-28T12:00:00.000Z')
  const { db, services } = office
  await db.write((tx) =>
    tx
      .updateTable('sessions')
      .set({
        last_seen_at: '2026-03-28T12:00:00.000Z',
        expires_at: '2027-01-01T00:00:00.000Z',
        created_at: '2026-03-28T12:00:00.000Z',
      })
      .execute(),
  )
  services.sessions.forgetAll()
  expect((await schedule({ time: '02:30', timeZone: 'Europe/Berlin' })).statusCode).toBe(200)
  const { signal } = new AbortController()
  for (let hours = 0; hours < 48; hours++) {
    office.clock.forward(3_600_000)
    await startDue(services, signal)
  }
  expect((await runsNow()).map(({ due_at }) => due_at)).toEqual([
    '2026-03-29T01:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ])
})

test('the last month of a schedule is that of its own time zone', async () => {
  const set = { cadence: 'monthly', time: '05:00', timeZone: 'Asia/Dhaka', period: 'last-month' }
  expect((await schedule(set, office.ben, 'management')).body).toMatchObject({ nextAt: '2026-03-31T23:00:00.000Z' })
  work()
  office.clock.set('2026-03-31T23:00:00.000Z')
  await settled(1)
  const [made] = await runsNow()
  expect(JSON.parse(made!.document!)).toMatchObject({ period: { from: '2026-03-01', to: '2026-03-31' } })
})

test('the schedule of a deactivated owner stops and says so, and saving it starts it again', async () => {
  const { app, ben, cleo, db } = office
  const recipients = { people: [cleo.id], roles: [] }
  await schedule({ recipients })
  const deactivate = (at: string | null) =>
    db.write((tx) => tx.updateTable('users').set({ deactivated_at: at }).where('id', '=', ben.id).execute())
  await deactivate('2026-03-10T09:30:00.000Z')
  office.clock.set('2026-03-10T10:00:01.000Z')
  work()
  await settled(1, 'failed')
  const [made] = await runsNow()
  expect(reportNote(made!.note)).toBe('The account of its owner is deactivated. The schedule has stopped.')
  expect((await get(app, cleo, '/api/reports/overdue/schedules')).body).toMatchObject({
    received: [{ nextAt: null, note: 'The account of its owner is deactivated.' }],
  })
  office.clock.set('2026-03-12T10:00:01.000Z')
  await startDue(office.services, new AbortController().signal)
  expect(await runsNow()).toHaveLength(1)
  expect(await db.read.selectFrom('jobs').select('id').where('dead_at', 'is not', null).execute()).toEqual([])

  await deactivate(null)
  office.clock.set('2026-03-10T11:00:00.000Z')
  expect((await schedule({ recipients, version: 1 })).body).toMatchObject({
    nextAt: '2026-03-11T10:00:00.000Z',
    note: null,
  })
})

test.each([
  ['may no longer schedule', ['reports.export', 'analytics.view'], 'promises', { code: 'may-not-schedule' }],
  [
    'may no longer see the analytics',
    ['reports.export', 'reports.schedule'],
    'promises',
    { code: 'not-allowed', name: 'Promises kept' },
  ],
] as const)('the schedule of one who %s stops', async (_, permissions, report, why) => {
  await schedule({}, office.ben, report)
  await buildRole(office.db, { id: 'less', permissions: [...permissions], people: [office.ben.id] })
  office.clock.set('2026-03-10T10:00:01.000Z')
  work()
  await settled(1, 'failed')
  const [row] = await office.db.read.selectFrom('report_schedules').selectAll().execute()
  expect(row).toMatchObject({ next_at: null, note: JSON.stringify([why]) })
})

test('two who edit a schedule notice one another, and what cannot be is refused with its field', async () => {
  const { app, ben, ada } = office
  await schedule()
  expect(await schedule({ time: '11:00' })).toMatchObject({
    statusCode: 409,
    body: { code: 'stale-version', current: { version: 1 } },
  })
  expect((await schedule({ time: '11:00', version: 1 })).body).toMatchObject({ time: '11:00', version: 2 })
  for (const [wrong, path] of [
    [{ time: '24:00' }, 'time'],
    [{ timeZone: '+06:00' }, 'timeZone'],
    [{ weekday: 8 }, 'weekday'],
    [{ formats: [] }, 'formats'],
    [{ recipients: { people: ['nobody'], roles: [] } }, 'recipients.people'],
    [{ recipients: { people: [], roles: ['nobodies'] } }, 'recipients.roles'],
  ] as const) {
    expect(await schedule({ ...wrong, version: 2 })).toMatchObject({ statusCode: 400, body: { details: [{ path }] } })
  }
  expect((await schedule({}, ada)).statusCode).toBe(403)
  expect((await del(app, ben, '/api/reports/overdue/schedule')).statusCode).toBe(204)
  expect((await del(app, ben, '/api/reports/overdue/schedule')).statusCode).toBe(404)
  office.clock.set('2026-03-10T12:00:01.000Z')
  await startDue(office.services, new AbortController().signal)
  expect(await runsNow()).toEqual([])
})

test('a schedule that sends to a role deleted since can be saved, and sends to it no more', async () => {
  const { app, db, cleo } = office
  await buildRole(db, { id: 'reader', permissions: ['reports.export'] })
  const recipients = { people: [cleo.id], roles: ['reader', 'manager'] }
  await schedule({ recipients })
  expect((await del(app, cleo, '/api/roles/reader')).statusCode).toBe(204)
  const saved = await schedule({ recipients, time: '11:00', version: 1 })
  expect(saved).toMatchObject({ statusCode: 200, body: { recipients: { people: [cleo.id], roles: ['manager'] } } })
})

test('what has expired is thrown away with its files', async () => {
  const { services, app, ben, db } = office
  for await (const { key } of services.files.list('reports/')) await services.files.remove(key)
  work()
  await post(app, ben, '/api/reports/overdue/runs', { formats: ['csv'] })
  await settled(1)
  await db.write((tx) => tx.updateTable('report_runs').set({ expires_at: '2026-03-10T08:00:00.000Z' }).execute())
  await db.write((tx) => services.queue.add(tx, { kind: 'drop-report-runs', payload: null }))
  await vi.waitFor(async () => expect(await runsNow()).toEqual([]), { timeout: 300_000 })
  expect(await reportFiles(office)).toEqual([])
})

test('a schedule that cannot be started keeps neither what has expired nor a run whose process was killed', async () => {
  const { services, app, ben, db } = office
  await schedule()
  work()
  for (const count of [1, 2]) {
    await post(app, ben, '/api/reports/promises/runs', { formats: ['csv'] })
    await settled(count)
  }
  const [expired, killed] = await runsNow()
  await db.write(async (tx) => {
    await tx.updateTable('report_schedules').set({ next_at: '2026-03-10T08:00:00.000Z', formats: '{' }).execute()
    const runs = tx.updateTable('report_runs')
    await runs.set({ expires_at: '2026-03-10T08:00:00.000Z' }).where('id', '=', expired!.id).execute()
    const longAgo = { state: 'running' as const, created_at: '2026-03-08T08:00:00.000Z' }
    await runs.set(longAgo).where('id', '=', killed!.id).execute()
    await services.queue.add(tx, { kind: 'drop-report-runs', payload: null })
  })
  await vi.waitFor(async () => expect(await runsNow()).toMatchObject([{ id: killed!.id, state: 'failed' }]), {
    timeout: 300_000,
  })
})
