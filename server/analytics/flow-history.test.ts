import { expect, test } from 'vitest'
import type { Flow } from '../../shared/analytics/flow.ts'
import { busyOffice, CALENDAR, NOW, PERIOD } from '../testing/analytics.ts'
import { get, patch, put } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { TEST_ENGINE } from '../testing/database.ts'
import type { AppError } from '../platform/errors.ts'
import { runAsCaller } from '../platform/fairness/caller.ts'
import { FlowHistory } from './flow-history.ts'

const { office } = await busyOffice()

test('a change is in the next answer', async () => {
  const { app, db, ada, ben } = office
  const open = async () => ((await get(app, ben, '/api/analytics/flow')).body as Flow).summary.open
  const before = await open()
  const { id } = await buildRequest(db, { requesterId: ada.id, createdAt: NOW })
  expect(await open()).toBe(before + 1)
  await put(app, ben, `/api/requests/${id}/cancel`, {})
  expect(await open()).toBe(before)
})

test('another process, with a memory of its own, answers the same', async () => {
  const { app, db, ada, ben } = office
  const other = new FlowHistory({ db, log: { error: () => {} } })
  const params = {
    filter: {},
    ...PERIOD,
    unit: 'calendar' as const,
    now: Date.parse(NOW),
    calendar: CALENDAR,
  }
  const both = async () => {
    const here = await office.services.flow.ask('flow', params)
    expect(await other.ask('flow', params)).toEqual(here)
    return here.summary.open
  }
  try {
    const before = await both()
    const { id } = await buildRequest(db, { requesterId: ada.id, createdAt: NOW })
    await patch(app, ben, `/api/requests/${id}`, { dueDate: '2026-06-01' })
    expect(await both()).toBe(before + 1)
    await patch(app, ben, `/api/requests/${id}`, { status: 'rejected', dueDate: '2026-06-02' })
    expect(await both()).toBe(before)
  } finally {
    await other.close()
  }
})

test('a thousand questions of one person at once keep another from an answer no longer than a few of them', async () => {
  const answered: string[] = []
  const ask = (key: string, number: number) =>
    runAsCaller({ key }, async () => {
      const question = { filter: {}, ...PERIOD, unit: 'calendar' as const, now: Date.parse(NOW), calendar: CALENDAR }
      const page = { offset: number, limit: 1 }
      await office.services.flow.ask('rows', { params: question, query: { mark: 'all' }, page })
      answered.push(key)
    })
  const many = Promise.allSettled(Array.from({ length: 1000 }, (_, i) => ask('ben', i)))
  await Promise.all([ask('cleo', 0), ask('ada', 1)])
  expect(answered.length).toBeLessThan(10)
  // Calls beyond the thread's queue wait, but the number waiting is limited.
  const refused = (await many).filter((one) => one.status === 'rejected').map(({ reason }) => reason as AppError)
  expect(answered).toHaveLength(1002 - refused.length)
  expect(refused.length).toBeGreaterThan(900)
  expect(refused.every(({ code }) => code === 'too-many-calls')).toBe(true)
})

test('a call fails with history-loading while the history is loaded; background work waits for the end of the load', async () => {
  const { db } = office
  const mayRead = Promise.withResolvers<void>()
  const readInWorker: typeof db.readInWorker = async (query, pace) => {
    await mayRead.promise
    return db.readInWorker(query, pace)
  }
  const flow = new FlowHistory({ db: { ...db, readInWorker }, log: { error: () => {} }, loadTimeoutMs: 1 })
  const params = { filter: {}, ...PERIOD, unit: 'calendar' as const, now: Date.parse(NOW), calendar: CALENDAR }
  const ask = () => flow.ask('flow', params)
  const call = () => runAsCaller({ key: 'ben' }, ask)
  try {
    const job = ask()
    const loading = { code: 'history-loading', status: 503, headers: { 'retry-after': '1' } }
    await expect(call()).rejects.toMatchObject(loading)
    await expect(call()).rejects.toMatchObject(loading)
    mayRead.resolve()
    expect(await job).toEqual(await office.services.flow.ask('flow', params))
    expect(await call()).toEqual(await job)
  } finally {
    await flow.close()
  }
})

test.runIf(TEST_ENGINE !== 'sqlite')('a change that commits after one with a higher id is found', async () => {
  const { db, ada, ben, services } = office
  const params = { filter: {}, ...PERIOD, unit: 'calendar' as const, now: Date.parse(NOW), calendar: CALENDAR }
  const movesOf = async () => (await services.flow.ask('moves', { params, page: { offset: 0, limit: 1 } })).total
  const { number } = await buildRequest(db, { requesterId: ada.id, createdAt: NOW })
  const before = await movesOf()
  const { id } = await db.read
    .selectFrom('request_history')
    .select((row) => row.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  // As if another transaction had taken the lower id and committed only after this one was seen.
  const entry = {
    request_number: number,
    at: NOW,
    actor_id: ben.id,
    action: 'updated',
    field: 'dueDate',
    reason: null,
    version: 2,
  } as const
  const insert = (after: number, value: string) =>
    db.write((tx) =>
      tx
        .insertInto('request_history')
        .values({ ...entry, id: id + after, old_value: '2026-04-30', new_value: value })
        .execute(),
    )
  await insert(2000, '2026-05-02')
  expect(await movesOf()).toBe(before + 1)
  await insert(1000, '2026-05-01')
  expect(await movesOf()).toBe(before + 2)
})
