import { expect, test } from 'vitest'
import type { Flow } from '../../shared/analytics/flow.ts'
import type { Promises } from '../../shared/analytics/promises.ts'
import type { FlowRows } from '../../shared/analytics/rows.ts'
import { addDays } from '../../shared/dates.ts'
import { PlainFlow } from '../../engine/testing/plain-flow.ts'
import { plainQuantile } from '../../engine/testing/plain-quantile.ts'
import { packed } from '../../engine/testing/plain-office.ts'
import { busyOffice, CALENDAR, IN_PERIOD, NOW, PERIOD, ZONE } from '../testing/analytics.ts'
import { get } from '../testing/app.ts'

const { office, stored } = await busyOffice()

test.each(['calendar', 'working'] as const)('the figures in %s days are those of the stored history', async (unit) => {
  const flow: Flow = (await get(office.app, office.ben, `/api/analytics/flow?${IN_PERIOD}&days=${unit}`)).body
  const rows = await stored()
  expect(packed(rows).changes.split('\n').length).toBeGreaterThan(100)
  const plain = new PlainFlow(rows, CALENDAR, unit)
  expect(flow).toMatchObject({ timeZone: ZONE, asOf: NOW, period: PERIOD, days: unit, requests: rows.requests.length })
  expect(flow.before).toEqual({ from: addDays(PERIOD.from, -27), to: addDays(PERIOD.from, -1) })
  for (const [panel, times] of [
    [flow.lead, plain.leadTimes(PERIOD)],
    [flow.cycle, plain.cycleTimes(PERIOD)],
  ] as const) {
    expect(times.length).toBeGreaterThan(3)
    expect(panel.percentiles?.p85).toBeCloseTo(plainQuantile(times, 0.85), 1)
    if (panel.scatter.kind === 'points') expect(panel.scatter.requestId).toHaveLength(times.length)
  }
  expect(flow.dueDates.keptFirst.count).toBe(plain.kept('first', PERIOD))
  expect(flow.dueDates.keptLast.count).toBe(plain.kept('finish', PERIOD))
  const outcomes = plain.outcomes(PERIOD)
  expect(flow.outcomes.reopened).toMatchObject({ count: outcomes.reopened, of: outcomes.closed })
  expect(outcomes.reopened).toBeGreaterThan(0)
  const days = Array.from({ length: 27 }, (_, i) => addDays(PERIOD.from, i))
  expect(flow.cumulative.pending).toEqual(days.map((day) => plain.levels(day).pending))
  expect(flow.throughput.completed).toEqual(days.map((day) => plain.enteredOn('completed', day)))
  expect(flow.workload.assignees.some(({ name }) => name?.firstName === 'Dan')).toBe(true)
})

type LoadRows = Flow['workload']['rows']['department']
const filled = (rows: LoadRows, key: string) =>
  JSON.parse(JSON.stringify(rows).replaceAll(/\{(department|assignee)\}/g, key)) as LoadRows

test('every figure opens its requests', async () => {
  const { app, ben } = office
  const flow: Flow = (await get(app, ben, `/api/analytics/flow?${IN_PERIOD}&priority=low,high`)).body
  const rowsOf = async (address: string): Promise<FlowRows> => (await get(app, ben, address)).body
  for (const share of [flow.dueDates.keptLast, flow.dueDates.moved, ...Object.values(flow.outcomes)]) {
    expect((await rowsOf(share.rows)).total).toBe(share.count)
  }
  const { totals, rows } = flow.throughput
  const within = (address: string, { from, to } = flow.period) => address.replace('{from}', from).replace('{to}', to)
  for (const name of ['arrived', 'closed', 'reopened'] as const) {
    const behind = await rowsOf(`${within(rows[name])}&limit=100`)
    expect({ name, total: behind.total }).toEqual({ name, total: totals[name].value })
    expect((await rowsOf(within(rows[name], flow.before))).total).toBe(totals[name].before)
    expect(behind.requests).toHaveLength(behind.total)
    expect(behind.requests.every(({ happenedOn }) => (happenedOn === null) === (name === 'arrived'))).toBe(true)
  }
  const { departments, assignees, rows: loads } = flow.workload
  expect(JSON.stringify(flow.workload).split('/api/analytics/rows')).toHaveLength(1 + 2 * 5)
  for (const [load, rowsOfLoad] of [
    ...departments.map((load) => [load, filled(loads.department, load.key)] as const),
    ...assignees.map((load) => [load, filled(loads.assignee, load.id ?? 'unassigned')] as const),
  ]) {
    for (const what of ['open', 'inProgress', 'overdue', 'finished'] as const)
      expect((await rowsOf(rowsOfLoad[what])).total).toBe(load[what])
    const cycles = (await rowsOf(`${rowsOfLoad.cycle}&limit=100`)).requests.map(({ value }) => value!)
    if (load.medianCycle === null) expect(cycles).toEqual([])
    else expect(plainQuantile(cycles, 0.5)).toBeCloseTo(load.medianCycle, 1)
  }
  const slowest = await rowsOf(`${flow.lead.rows}&limit=5`)
  expect(slowest.total).toBe(flow.lead.count)
  expect(slowest.requests.map(({ value }) => value)).toEqual(
    slowest.requests.map(({ value }) => value).toSorted((a, b) => b! - a!),
  )
  expect(slowest.requests.every(({ priority }) => ['low', 'high'].includes(priority))).toBe(true)
  const day = '2026-03-01'
  const at = flow.cumulative.rows
    .replace('{day}', day)
    .replace('{status}', 'in_progress')
    .replace(`from=${PERIOD.from}`, `from=${day}`)
  expect((await rowsOf(at)).total).toBe(flow.cumulative.inProgress[14])
})

test('the promise ledger tells each move of a due date: who, when, from, to and why', async () => {
  const { app, ben } = office
  const { body }: { body: Promises } = await get(app, ben, `/api/analytics/promises?${IN_PERIOD}&limit=100`)
  const rows = await stored()
  const plain = new PlainFlow(rows, CALENDAR, 'calendar')
  const moves = rows.changes.filter(
    ({ field, at }) => field === 'dueDate' && plain.time.dayOf(at) >= PERIOD.from && plain.time.dayOf(at) <= PERIOD.to,
  )
  expect(moves.length).toBeGreaterThan(5)
  expect(body.total).toBe(moves.length)
  // One count of moves: the panel of due dates has no other.
  const { body: flow } = await get(app, ben, `/api/analytics/flow?${IN_PERIOD}`)
  expect(flow.dueDates.moves).toBe(moves.length)
  expect(body.moves.map(({ at, from, to }) => ({ at, from, to })).toSorted(byTime)).toEqual(
    moves.map(({ at, old, new: to }) => ({ at, from: old, to })).toSorted(byTime),
  )
  expect(body.moves.every(({ by }) => by?.firstName === 'Ben')).toBe(true)
  expect(body.moves.some(({ reason }) => reason === 'As agreed by telephone')).toBe(true)
  expect(body.moves.some(({ reason }) => reason === null)).toBe(true)
})
const byTime = (a: { at: string; to: string | null }, b: typeof a) => (a.at + a.to! < b.at + b.to! ? -1 : 1)

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
  const res = await get(app, cleo, `/api/analytics/what-if?people=120&limit=3&pull=${open.requestId}`)
  expect(res.body).toMatchObject({ kind: 'what-if', pulled: { requestId: open.requestId } })
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
  expect(await get(app, ben, '/api/analytics/flow?from=1900-01-01')).toMatchObject({
    statusCode: 400,
    body: { error: 'The period can be ten years at most' },
  })
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
  const flow: Flow = (await get(app, dan, `/api/analytics/flow?${IN_PERIOD}`)).body
  expect(flow.requests).toBe(own.length)
  expect(flow.lead.count).toBe(plain.leadTimes(PERIOD).length)
  expect(flow.throughput.totals.closed.value).toBe(
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
