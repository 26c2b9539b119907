import { expect, test } from 'vitest'
import { PUBLISHED_TIMES } from '../../shared/general-settings.ts'
import type { EstimateContext } from '../ai/host/ai.ts'
import { AppError } from '../platform/errors.ts'
import { brokenAi } from '../testing/ai.ts'
import { backgroundJobs } from '../background.ts'
import { JobRunner } from '../platform/jobs/runner.ts'
import { verifyCounters } from '../requests/counters/rebuild.ts'
import { get, patch, post, put } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'

const GENERAL = '/api/settings/general'
const office = await officeOfFile({ policy: { idleMinutes: 1440 } })

const change = (body: object) => put(office.app, office.cleo, GENERAL, body)
const audited = async () => {
  const rows = await office.db.read
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'settings.general-changed')
    .orderBy('id')
    .execute()
  return rows.map(({ actor_id, details }) => ({ by: actor_id, ...JSON.parse(details) }))
}

test('only those who manage settings read and change the general settings', async () => {
  for (const [person, code] of [
    [null, 401],
    [office.ada, 403],
    [office.ben, 403],
  ] as const) {
    expect((await get(office.app, person, GENERAL)).statusCode).toBe(code)
    expect((await put(office.app, person, GENERAL, { officeName: 'Ours', version: 1 })).statusCode).toBe(code)
  }
  expect((await get(office.app, office.cleo, GENERAL)).body).toEqual({
    officeName: 'Customs Trade System Programme',
    timeZone: 'UTC',
    workingDays: [1, 2, 3, 4, 5],
    holidays: [],
    publishedTimes: PUBLISHED_TIMES,
    version: 1,
  })
})

test('named fields are changed, the rest stays, and the audit log has each change with old and new value', async () => {
  const holidays = [
    { date: '2026-12-25', name: 'Christmas Day' },
    { date: '2026-03-26', name: 'Independence Day' },
  ]
  const first = await change({ officeName: ' Customs House ', workingDays: [7, 1, 2, 3, 4, 7], holidays, version: 1 })
  expect(first.body).toMatchObject({
    officeName: 'Customs House',
    workingDays: [1, 2, 3, 4, 7],
    holidays: [{ name: 'Independence Day' }, { name: 'Christmas Day' }],
    timeZone: 'UTC',
    version: 2,
  })
  expect((await get(office.app, office.cleo, GENERAL)).body).toEqual(first.body)
  expect(await audited()).toEqual([
    { by: office.cleo.id, setting: 'officeName', before: 'Customs Trade System Programme', after: 'Customs House' },
    { by: office.cleo.id, setting: 'workingDays', before: [1, 2, 3, 4, 5], after: [1, 2, 3, 4, 7] },
    { by: office.cleo.id, setting: 'holidays', before: [], after: first.body.holidays },
  ])
  const again = await change({ officeName: 'Customs House', version: 2 })
  expect([again.statusCode, (await audited()).length]).toEqual([200, 3])
})

test('the second of two concurrent edits is refused with the current settings', async () => {
  await change({ officeName: 'Customs House', version: 1 })
  const late = await change({ officeName: 'Port House', version: 1 })
  expect(late).toMatchObject({
    statusCode: 409,
    body: { code: 'stale-version', current: { officeName: 'Customs House', version: 2 } },
  })
  expect(await audited()).toHaveLength(1)
})

test.each([
  [{ officeName: ' ' }, 'officeName'],
  [{ timeZone: 'Asia/Atlantis' }, 'timeZone'],
  [{ timeZone: '+06:00' }, 'timeZone'],
  [{ workingDays: [] }, 'workingDays'],
  [{ workingDays: [8] }, 'workingDays.0'],
  [{ holidays: [{ date: '2026-02-30', name: 'Never' }] }, 'holidays.0.date'],
  [{ holidays: [{ date: '2026-03-26', name: ' ' }] }, 'holidays.0.name'],
  [
    {
      holidays: [
        { date: '2026-03-26', name: 'A' },
        { date: '2026-03-26', name: 'B' },
      ],
    },
    'holidays',
  ],
  [{ publishedTimes: { ...PUBLISHED_TIMES, review: '' } }, 'publishedTimes.review'],
])('a wrong value is refused and named: %j', async (body, path) => {
  const res = await change({ ...body, version: 1 })
  expect([res.statusCode, res.body.details?.[0]?.path]).toEqual([400, path])
  expect(await audited()).toEqual([])
})

test('the published times are what the assistant’s card and answers say', async () => {
  await change({ publishedTimes: { ...PUBLISHED_TIMES, review: '2 working days' }, version: 1 })
  const [first] = (await get(office.app, office.ada, '/api/ai/processing-times')).body
  expect(first).toMatchObject({ step: 'Initial review', published: '2 working days' })
})

test('estimates are counted by the office’s working days and holidays', async () => {
  const seen: EstimateContext[] = []
  office.services.ai = {
    ...brokenAi(),
    analyze: async (_subject, context) => {
      seen.push(context)
      throw new AppError('unavailable', 'Not here.')
    },
  }
  const holidays = [{ date: '2026-03-26', name: 'Independence Day' }]
  await change({ workingDays: [7, 1, 2, 3, 4], holidays, timeZone: 'Asia/Dhaka', version: 1 })
  const subject = { title: 'T', description: 'D', priority: 'low', department: 'it' }
  await post(office.app, office.ben, '/api/ai/predict-time', subject)
  expect(seen[0]?.calendar).toEqual({
    workingDays: [1, 2, 3, 4, 7],
    holidays: ['2026-03-26'],
    timeZone: 'Asia/Dhaka',
  })
})

test('after a change of the time zone all counters by day are those of the new one', async () => {
  const { app, db, ada, ben, clock, services } = office
  const draft = { title: 'T', description: 'D', department: 'it', priority: 'low' }
  // In Auckland it is already the eleventh.
  clock.set('2026-03-10T20:00:00.000Z')
  const { body: past } = await post(app, ada, '/api/requests', { ...draft, dueDate: '2026-03-01' })
  const { body: near } = await post(app, ada, '/api/requests', { ...draft, dueDate: '2026-03-11' })
  // In Los Angeles it is still the tenth.
  clock.set('2026-03-11T06:00:00.000Z')
  await patch(app, ben, `/api/requests/${past.id}`, { status: 'completed' })
  const overdue = async () => (await get(app, ben, '/api/dashboard/stats')).body.overdue
  expect(await overdue()).toBe(0)

  clock.forward(1000)
  await change({ timeZone: 'Pacific/Auckland', version: 1 })
  clock.forward(1000)
  await patch(app, ben, `/api/requests/${past.id}`, { status: 'in_progress' })
  clock.forward(1000)
  await change({ timeZone: 'Asia/Dhaka', version: 2 })
  clock.forward(1000)
  await patch(app, ben, `/api/requests/${near.id}`, { dueDate: '2026-03-10' })
  clock.forward(1000)
  await change({ timeZone: 'America/Los_Angeles', version: 3 })
  clock.forward(60_000)

  const runner = new JobRunner({
    db,
    clock,
    queue: services.queue,
    handlers: backgroundJobs(services),
    log: { warn: () => {}, error: () => {} },
  })
  const waiting = () =>
    db.read.selectFrom('jobs').select('id').where('kind', '=', 'recount-days').where('finished_at', 'is', null)
  await expect.poll(async () => (await waiting().execute()).length, { timeout: 300_000 }).toBe(0)
  await runner.stop()
  expect(await verifyCounters(db.read, 'UTC')).not.toEqual([])
  expect(await verifyCounters(db.read, 'America/Los_Angeles')).toEqual([])
  const { body: list } = await get(app, ben, '/api/requests?overdue=true')
  expect(await overdue()).toBe(list.total)
})
