import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Flow } from '../../shared/analytics/flow.ts'
import type { Promises } from '../../shared/analytics/promises.ts'
import type { FlowRows } from '../../shared/analytics/rows.ts'
import { addDays, dateIn } from '../../shared/dates.ts'
import { type Status, STATUSES } from '../../shared/requests.ts'
import { packed, PlainFlow, type PlainOffice, plainQuantile } from '../../engine/testing/plain-flow.ts'
import { patch, get, put, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { TEST_ENGINE } from '../testing/database.ts'
import { FlowHistory } from './flow-history.ts'

const ZONE = 'America/Los_Angeles'
/** Late on 13 March in the office, already the 14th in UTC; the clocks changed on the 8th. */
const NOW = '2026-03-14T05:30:00.000Z'
const TODAY = '2026-03-13'
const BEGIN = '2025-12-01T12:00:00.000Z'
const STATUS = Object.keys(STATUSES) as Status[]
const CALENDAR = { workingDays: [1, 2, 3, 4, 5], holidays: [], timeZone: ZONE }

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp({ policy: { timeZone: ZONE, idleMinutes: 1440 }, now: BEGIN })
  const { app, db, clock, ada, ben, dan } = office
  let seed = 23
  const dice = (sides: number) => (seed = (seed * 48271) % 2147483647) % sides
  const ids: string[] = []
  for (let hours = 0; ; hours += 9) {
    const now = new Date(Date.parse(BEGIN) + hours * 3_600_000).toISOString()
    if (now > NOW) break
    clock.set(now)
    if (hours % 18 === 0) await keepSessions(now)
    const today = dateIn(ZONE, clock())
    if (dice(3)) {
      const priority = (['low', 'medium', 'high', 'critical'] as const)[dice(4)]!
      const requesterId = dice(2) ? ada.id : dan.id
      ids.push(
        (await buildRequest(db, { requesterId, createdAt: now, dueDate: addDays(today, dice(30)), priority })).id,
      )
    }
    for (let change = 0; change < 2 && ids.length > 0; change++) {
      const id = ids[dice(ids.length)]!
      const status = { status: STATUS[dice(4)], reason: 'As agreed by telephone' }
      const dueDate = { dueDate: addDays(today, dice(30)) }
      await patch(
        app,
        ben,
        `/api/requests/${id}`,
        [status, dueDate, { ...status, ...dueDate }, { assignedToId: dan.id }][dice(4)],
      )
    }
  }
  clock.set(NOW)
  await keepSessions(NOW)
}, 240_000)
afterAll(() => office.close())

async function keepSessions(now: string) {
  const set = { created_at: now, last_seen_at: now, expires_at: '2027-01-01T00:00:00.000Z' }
  await office.db.write((tx) => tx.updateTable('sessions').set(set).execute())
  office.services.sessions.forgetAll()
}

/** The stored rows as they are, for the plain way. */
async function stored(): Promise<PlainOffice> {
  const { db } = office
  const requests = await db.read.selectFrom('requests').selectAll().orderBy('number').execute()
  const history = await db.read.selectFrom('request_history').selectAll().orderBy('id').execute()
  return {
    requests: requests.map((r) => ({
      number: r.number,
      requestId: r.request_id,
      requesterId: r.requester_id,
      createdAt: r.created_at,
      status: r.status,
      dueDate: r.due_date,
      assignedToId: r.assigned_to_id,
      priority: r.priority,
      department: r.department,
      type: null,
    })),
    changes: history
      .filter(({ action, field }) => field !== null && (action === 'updated' || action === 'cancelled'))
      .map((h) => ({ number: h.request_number, at: h.at, field: h.field!, old: h.old_value, new: h.new_value })),
  }
}

const PERIOD = { from: '2026-02-15', to: TODAY }
const IN_PERIOD = `from=${PERIOD.from}&to=${PERIOD.to}`

test.each(['calendar', 'working'] as const)('the figures in %s days are those of the stored history', async (unit) => {
  const found: Flow = (await get(office.app, office.ben, `/api/analytics/flow?${IN_PERIOD}&days=${unit}`)).body
  const rows = await stored()
  expect(packed(rows).changes.split('\n').length).toBeGreaterThan(100)
  const plain = new PlainFlow(rows, CALENDAR, unit)
  expect(found).toMatchObject({ timeZone: ZONE, asOf: NOW, period: PERIOD, days: unit, requests: rows.requests.length })
  expect(found.before).toEqual({ from: addDays(PERIOD.from, -27), to: addDays(PERIOD.from, -1) })
  for (const [panel, times] of [
    [found.lead, plain.leadTimes(PERIOD)],
    [found.cycle, plain.cycleTimes(PERIOD)],
  ] as const) {
    expect(times.length).toBeGreaterThan(3)
    expect(panel.percentiles?.p85).toBeCloseTo(plainQuantile(times, 0.85), 1)
    if (panel.scatter.kind === 'points') expect(panel.scatter.number).toHaveLength(times.length)
  }
  expect(found.dueDates.keptFirst.count).toBe(plain.kept('first', PERIOD))
  expect(found.dueDates.keptLast.count).toBe(plain.kept('finish', PERIOD))
  const outcomes = plain.outcomes(PERIOD)
  expect(found.outcomes.reopened).toMatchObject({ count: outcomes.reopened, of: outcomes.closed })
  expect(outcomes.reopened).toBeGreaterThan(0)
  const days = Array.from({ length: 27 }, (_, i) => addDays(PERIOD.from, i))
  expect(found.cumulative.pending).toEqual(days.map((day) => plain.levels(day).pending))
  expect(found.throughput.completed).toEqual(days.map((day) => plain.enteredOn('completed', day)))
  expect(found.workload.assignees.some(({ name }) => name?.firstName === 'Dan')).toBe(true)
})

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
  const asked = {
    filter: {},
    ...PERIOD,
    unit: 'calendar' as const,
    now: Date.parse(NOW),
    calendar: CALENDAR,
  }
  const both = async () => {
    const here = await office.services.flow.ask('flow', asked)
    expect(await other.ask('flow', asked)).toEqual(here)
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

test.runIf(TEST_ENGINE !== 'sqlite')('a change that commits after one with a higher id is found', async () => {
  const { db, ada, ben, services } = office
  const asked = { filter: {}, ...PERIOD, unit: 'calendar' as const, now: Date.parse(NOW), calendar: CALENDAR }
  const movesOf = async () => (await services.flow.ask('moves', { asked, page: { offset: 0, limit: 1 } })).total
  const { number } = await buildRequest(db, { requesterId: ada.id, createdAt: NOW })
  const before = await movesOf()
  const { id } = await db.read
    .selectFrom('request_history')
    .select((row) => row.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  // As if another transaction had taken the lower id and commits only after this one has been seen.
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

test('every figure opens its requests', async () => {
  const { app, ben } = office
  const found: Flow = (await get(app, ben, `/api/analytics/flow?${IN_PERIOD}&priority=low,high`)).body
  const rowsOf = async (address: string): Promise<FlowRows> => (await get(app, ben, address)).body
  for (const share of [found.dueDates.keptLast, found.dueDates.moved, ...Object.values(found.outcomes)]) {
    expect((await rowsOf(share.rows)).total).toBe(share.count)
  }
  const slowest = await rowsOf(`${found.lead.rows}&limit=5`)
  expect(slowest.total).toBe(found.lead.count)
  expect(slowest.requests.map(({ value }) => value)).toEqual(
    slowest.requests.map(({ value }) => value).toSorted((a, b) => b! - a!),
  )
  expect(slowest.requests.every(({ priority }) => ['low', 'high'].includes(priority))).toBe(true)
  const day = '2026-03-01'
  const at = found.cumulative.rows
    .replace('{day}', day)
    .replace('{status}', 'in_progress')
    .replace(`from=${PERIOD.from}`, `from=${day}`)
  expect((await rowsOf(at)).total).toBe(found.cumulative.inProgress[14])
})

test('the promise ledger tells each move of a due date: who, when, from, to and why', async () => {
  const { app, ben } = office
  const { body }: { body: Promises } = await get(app, ben, `/api/analytics/promises?${IN_PERIOD}&limit=100`)
  const rows = await stored()
  const plain = new PlainFlow(rows, CALENDAR, 'calendar')
  const moves = rows.changes.filter(
    ({ field, at }) => field === 'dueDate' && plain.dayOf(at) >= PERIOD.from && plain.dayOf(at) <= PERIOD.to,
  )
  expect(moves.length).toBeGreaterThan(5)
  expect(body.total).toBe(moves.length)
  expect(body.moves.map(({ at, from, to }) => ({ at, from, to })).toSorted(byTime)).toEqual(
    moves.map(({ at, old, new: to }) => ({ at, from: old, to })).toSorted(byTime),
  )
  expect(body.moves.every(({ by }) => by?.firstName === 'Ben')).toBe(true)
  expect(body.moves.some(({ reason }) => reason === 'As agreed by telephone')).toBe(true)
  expect(body.moves.some(({ reason }) => reason === null)).toBe(true)
})
const byTime = (one: { at: string; to: string | null }, other: typeof one) =>
  one.at + one.to! < other.at + other.to! ? -1 : 1

test('forecast and what-if are answered, or say what they lack', async () => {
  const { app, ben, cleo } = office
  expect((await get(app, ben, '/api/analytics/forecast?count=20')).body).toMatchObject({
    kind: 'forecast',
    count: 20,
    asOf: NOW,
  })
  expect((await get(app, ben, '/api/analytics/forecast?department=security')).body).toMatchObject({
    kind: 'too-little',
    closed: 0,
  })
  const [open] = (await get(app, ben, '/api/requests?status=pending&limit=1')).body.requests
  const told = await get(app, cleo, `/api/analytics/what-if?people=120&limit=3&pull=${open.requestId}`)
  expect(told.body).toMatchObject({ kind: 'what-if', pulled: { requestId: open.requestId } })
  expect(await get(app, ben, '/api/analytics/what-if?pull=RFD-2026-9999')).toMatchObject({ statusCode: 404 })
})

test('a mistake in a question is named', async () => {
  const { app, ben } = office
  for (const [query, path] of [
    ['flow?from=2026-03-02&to=2026-03-01', 'to'],
    ['flow?from=2026-02-30', 'from'],
    ['flow?days=moons', 'days'],
    ['forecast?count=0', 'count'],
    ['what-if?people=many', 'people'],
    ['rows?mark=everything', 'mark'],
    ['rows?mark=all&limit=101', 'limit'],
  ]) {
    expect(await get(app, ben, `/api/analytics/${query}`), query).toMatchObject({
      statusCode: 400,
      body: { details: [{ path }] },
    })
  }
  expect(await get(app, ben, '/api/analytics/flow?from=2027-01-01')).toMatchObject({ statusCode: 400 })
})

const CALLS = ['flow', 'forecast', 'what-if', 'promises', 'rows?mark=all']

test('who may not: ordinary users, and nobody without a session', async () => {
  const { app, ada, cleo } = office
  for (const call of CALLS) {
    expect(await get(app, ada, `/api/analytics/${call}`)).toMatchObject({
      statusCode: 403,
      body: { code: 'not-allowed' },
    })
    expect(await get(app, null, `/api/analytics/${call}`)).toMatchObject({ statusCode: 401 })
    expect((await get(app, cleo, `/api/analytics/${call}`)).statusCode).toBe(200)
  }
})

test('where people see only their own requests nothing else is counted', async () => {
  const { app, db, services, dan } = office
  const permissions = JSON.stringify(['analytics.view'])
  const role = { id: 'watcher', name: 'Watcher', permissions, created_at: NOW }
  await db.write((tx) => tx.insertInto('roles').values(role).execute())
  await db.write((tx) => tx.updateTable('users').set({ role_id: 'watcher' }).where('id', '=', dan.id).execute())
  await services.settings.change({ visibility: 'own' })
  services.sessions.forgetAll()
  const rows = await stored()
  const own = rows.requests.filter((r) => r.requesterId === dan.id || r.assignedToId === dan.id)
  const numbers = new Set(own.map(({ number }) => number))
  expect(own.length).toBeGreaterThan(5)
  expect(own.length).toBeLessThan(rows.requests.length)
  const plain = new PlainFlow(
    { requests: own, changes: rows.changes.filter((c) => numbers.has(c.number)) },
    CALENDAR,
    'calendar',
  )
  const found: Flow = (await get(app, dan, `/api/analytics/flow?${IN_PERIOD}`)).body
  expect(found.requests).toBe(own.length)
  expect(found.lead.count).toBe(plain.leadTimes(PERIOD).length)
  expect(found.throughput.totals.closed.value).toBe(
    Array.from({ length: 27 }, (_, i) => addDays(PERIOD.from, i)).reduce(
      (sum, day) =>
        sum + ['completed', 'rejected', 'cancelled'].reduce((all, status) => all + plain.enteredOn(status, day), 0),
      0,
    ),
  )
  const all: FlowRows = (await get(app, dan, '/api/analytics/rows?mark=all&limit=100')).body
  expect(all.total).toBe(own.length)
  expect(all.requests.every(({ requestId }) => own.some((one) => one.requestId === requestId))).toBe(true)
  const moves: Promises = (await get(app, dan, `/api/analytics/promises?${IN_PERIOD}&limit=100`)).body
  expect(moves.total).toBe(moves.moves.length)
  expect(moves.moves.every(({ requestId }) => own.some((one) => one.requestId === requestId))).toBe(true)
  const foreign = rows.requests.find(({ number }) => !numbers.has(number))!
  expect(await get(app, dan, `/api/analytics/what-if?pull=${foreign.requestId}`)).toMatchObject({ statusCode: 404 })
  const forecast = (await get(app, dan, '/api/analytics/forecast')).body
  const everyone = (await get(app, office.ben, '/api/analytics/forecast')).body
  expect(forecast).not.toEqual(everyone)
})
