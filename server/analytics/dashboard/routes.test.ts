import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StatusDistribution, Volume } from '../../../shared/dashboard.ts'
import { addDays, dateIn, daysBetween } from '../../../shared/dates.ts'
import { isOpen, type Status, STATUSES } from '../../../shared/requests.ts'
import { up as countFinishedDays } from '../../platform/database/migrations/0063-finished-days.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { recountJobs } from '../../requests/counters/recount.ts'
import { verifyCounters } from '../../requests/counters/rebuild.ts'
import { RECOUNT_DAYS } from '../../settings/general.ts'
import { get, patch, put, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { jobRunners } from '../../testing/jobs.ts'

const ZONE = 'America/Los_Angeles'
/** Late on 9 March in the office, already the 10th in UTC; a Monday. */
const NOW = '2026-03-10T05:30:00.000Z'
const TODAY = '2026-03-09'
const STATUS = Object.keys(STATUSES) as Status[]

const run = jobRunners()
let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp({ policy: { timeZone: ZONE, idleMinutes: 1440 }, now: '2025-12-01T12:00:00.000Z' })
  const { app, db, services, clock, ada, ben } = office
  let seed = 11
  const dice = (sides: number) => (seed = (seed * 48271) % 2147483647) % sides
  const ids: string[] = []
  for (let hours = 0; ; hours += 7) {
    const now = new Date(Date.parse('2025-12-01T12:00:00.000Z') + hours * 3_600_000).toISOString()
    if (now > NOW) break
    clock.set(now)
    if (hours % 21 === 0) {
      await db.write((tx) =>
        tx
          .updateTable('sessions')
          .set({ created_at: now, last_seen_at: now, expires_at: '2027-01-01T00:00:00.000Z' })
          .execute(),
      )
      services.sessions.forgetAll()
    }
    const today = dateIn(ZONE, clock())
    if (dice(2)) {
      const priority = (['low', 'medium', 'high', 'critical'] as const)[dice(4)]!
      ids.push(
        (
          await buildRequest(db, {
            requesterId: ada.id,
            createdAt: now,
            dueDate: addDays(today, dice(40) - 5),
            priority,
          })
        ).id,
      )
    }
    for (let change = 0; change < 2 && ids.length > 0; change++) {
      const id = ids[dice(ids.length)]!
      const body = dice(4) ? { status: STATUS[dice(5)] } : { dueDate: addDays(today, dice(30) - 10) }
      await patch(app, ben, `/api/requests/${id}`, body)
    }
  }
  clock.set(NOW)
  await db.write((tx) =>
    tx
      .updateTable('sessions')
      .set({ created_at: NOW, last_seen_at: NOW, expires_at: '2027-01-01T00:00:00.000Z' })
      .execute(),
  )
  services.sessions.forgetAll()
})
afterAll(() => office.close())

interface Then {
  status: Status
  dueDate: string
}

/** Reference implementation: replays every request's history to the end of a day in the office. */
async function replay() {
  const { db } = office
  const requests = await db.read.selectFrom('requests').selectAll().execute()
  const history = await db.read.selectFrom('request_history').selectAll().orderBy('id').execute()
  const on = (instant: string) => dateIn(ZONE, new Date(instant))
  const at = (day: string): Then[] =>
    requests
      .filter((request) => on(request.created_at) <= day)
      .map((request) => {
        const changes = history.filter((entry) => entry.request_number === request.number)
        const value = (field: string, now: string) => {
          const of = changes.filter((entry) => entry.field === field)
          const before = of.findLast((entry) => on(entry.at) <= day)
          return before?.new_value ?? of[0]?.old_value ?? now
        }
        return { status: value('status', request.status) as Status, dueDate: value('dueDate', request.due_date) }
      })
  const created = (from: string, to: string) =>
    requests.filter(({ created_at }) => on(created_at) >= from && on(created_at) <= to).length
  // Of a reopened request only the last completion counts, and none while it is open.
  const completed = (from: string, to: string) =>
    requests.filter(({ number, status }) => {
      if (status !== 'completed') return false
      const last = history.findLast((entry) => entry.request_number === number && entry.field === 'status')!
      return on(last.at) >= from && on(last.at) <= to
    }).length
  const overdue = (day: string) => at(day).filter(({ status, dueDate }) => isOpen(status) && dueDate < day).length
  return { requests, at, created, completed, overdue }
}

test('the cards say what the rows and their history say', async () => {
  const { body } = await get(office.app, office.ben, '/api/dashboard/stats')
  const { requests, at, created, completed, overdue } = await replay()
  const late = requests.filter(({ status, due_date }) => isOpen(status) && due_date < TODAY)
  const ago = (days: number) => new Date(Date.parse(NOW) - days * 86_400_000).toISOString()
  const weekEnds = Array.from({ length: 12 }, (_, i) => addDays('2025-12-28', 7 * i))
  expect(requests.length).toBeGreaterThan(100)
  expect(late.length).toBeGreaterThan(3)
  expect(body).toEqual({
    totalRequests: requests.length,
    pendingReview: requests.filter(({ status }) => status === 'pending').length,
    completed: requests.filter(({ status }) => status === 'completed').length,
    overdue: late.length,
    createdLast30Days: created(addDays(TODAY, -29), TODAY),
    waitingOver3Days: requests.filter((row) => row.status === 'pending' && row.created_at < ago(3)).length,
    completedLast30Days: completed(addDays(TODAY, -29), TODAY),
    completedPrevious30Days: completed(addDays(TODAY, -59), addDays(TODAY, -30)),
    overdueCritical: late.filter(({ priority }) => priority === 'critical').length,
    oldestOverdueDays: Math.max(...late.map(({ due_date }) => daysBetween(due_date, TODAY))),
    weekly: {
      total: weekEnds.map((end) => created(addDays(end, -6), end)),
      pendingReview: weekEnds.map((end) => at(end).filter(({ status }) => status === 'pending').length),
      completed: weekEnds.map((end) => completed(addDays(end, -6), end)),
      overdue: weekEnds.map((end) => overdue(end < TODAY ? end : TODAY)),
    },
  })
})

test('the distribution counts every status and how it changed in thirty days', async () => {
  const { body } = await get(office.app, office.ben, '/api/dashboard/status-distribution')
  const { at } = await replay()
  const [now, before] = [at(TODAY), at(addDays(TODAY, -30))]
  const count = (rows: Then[], status: Status) => rows.filter((row) => row.status === status).length
  expect(body).toEqual(
    STATUS.map((status) => ({
      status,
      count: count(now, status),
      change30Days: count(now, status) - count(before, status),
    })),
  )
})

test.each([
  ['30d', 'day', 30, '2026-02-08'],
  ['6m', 'week', 26, '2025-09-15'],
  ['1y', 'week', 52, '2025-03-17'],
] as const)('the volume of %s counts by %s', async (range, unit, count, start) => {
  const body: Volume = (await get(office.app, office.ben, `/api/dashboard/volume?range=${range}`)).body
  const { created, completed } = await replay()
  expect(body).toMatchObject({ range, unit })
  expect(body.buckets).toHaveLength(count)
  expect(body.buckets[0]!.start).toBe(start)
  expect(body.buckets.at(-1)).toMatchObject({ start: TODAY, end: TODAY })
  for (const [i, bucket] of body.buckets.entries()) {
    if (i > 0) expect(bucket.start).toBe(addDays(body.buckets[i - 1]!.end, 1))
    expect(bucket.created).toBe(created(bucket.start, bucket.end))
    expect(bucket.completed).toBe(completed(bucket.start, bucket.end))
  }
})

/** Length of the list for a filter. */
async function rowsOf(filter: string): Promise<number> {
  const res = await get(office.app, office.ben, `/api/requests?limit=1&${filter}`)
  expect(res.statusCode).toBe(200)
  return res.body.total
}

/** Compares each linked figure with the rows that its link lists. */
async function expectRowsBehindEachMark(): Promise<void> {
  const { app, ben } = office
  const { body: stats } = await get(app, ben, '/api/dashboard/stats')
  expect(stats.totalRequests).toBe(await rowsOf(''))
  expect(stats.overdue).toBe(await rowsOf('overdue=true'))
  expect(stats.pendingReview).toBe(await rowsOf('status=pending'))
  expect(stats.completed).toBe(await rowsOf('status=completed'))
  const { body: distribution }: { body: StatusDistribution } = await get(app, ben, '/api/dashboard/status-distribution')
  for (const { status, count } of distribution) expect(count).toBe(await rowsOf(`status=${status}`))
  // The weeks of half a year are included in those of a year.
  for (const range of ['30d', '1y']) {
    const { body }: { body: Volume } = await get(app, ben, `/api/dashboard/volume?range=${range}`)
    for (const { start, end, created, completed } of body.buckets) {
      expect(created, `created ${start}`).toBe(await rowsOf(`createdFrom=${start}&createdTo=${end}`))
      expect(completed, `finished ${start}`).toBe(await rowsOf(`completedFrom=${start}&completedTo=${end}`))
    }
  }
}

test('each figure and each bar opens exactly its rows', async () => {
  const reopened = await office.db.read
    .selectFrom('request_history')
    .select('id')
    .where('field', '=', 'status')
    .where('old_value', '=', 'completed')
    .execute()
  expect(reopened.length).toBeGreaterThan(3)
  await expectRowsBehindEachMark()
})

test.each(['Pacific/Auckland', 'Asia/Kathmandu', ZONE])(
  'also after the office’s days have moved to those of %s',
  async (timeZone) => {
    const { app, db, services, clock, cleo } = office
    const { version } = (await get(app, cleo, '/api/settings/general')).body
    expect((await put(app, cleo, '/api/settings/general', { timeZone, version })).statusCode).toBe(200)
    clock.forward(5000)
    run(services, recountJobs(services))
    const waiting = db.read.selectFrom('jobs').select('id').where('finished_at', 'is', null)
    await expect
      .poll(async () => (await waiting.where('kind', '=', RECOUNT_DAYS).execute()).length, { timeout: 300_000 })
      .toBe(0)
    await expectRowsBehindEachMark()
    expect(await verifyCounters(db.read, timeZone)).toEqual([])
  },
  60_000,
)

test('a database from before this was counted has it after its migration', async () => {
  const { db } = office
  await db.write((tx) => tx.deleteFrom('day_counts').where('kind', '=', 'finished').execute())
  expect((await verifyCounters(db.read, ZONE)).length).toBeGreaterThan(10)
  await db.write((tx) => countFinishedDays(tx as Kysely<Tables> as Kysely<unknown>, db.engine))
  expect(await verifyCounters(db.read, ZONE)).toEqual([])
})

test('without a range the volume is that of half a year; an unknown one is refused', async () => {
  const { app, ben } = office
  expect((await get(app, ben, '/api/dashboard/volume')).body).toMatchObject({ range: '6m', unit: 'week' })
  expect(await get(app, ben, '/api/dashboard/volume?range=2y')).toMatchObject({
    statusCode: 400,
    body: { details: [{ path: 'range' }] },
  })
})

test('who may not: ordinary users, and nobody without a session', async () => {
  const { app, ada, cleo } = office
  for (const figure of ['stats', 'status-distribution', 'volume']) {
    const url = `/api/dashboard/${figure}`
    expect(await get(app, ada, url)).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
    expect(await get(app, null, url)).toMatchObject({ statusCode: 401 })
    expect((await get(app, cleo, url)).statusCode).toBe(200)
  }
})

test('an office without requests has zeros and nothing overdue', async () => {
  const empty = await testApp()
  const { body } = await get(empty.app, empty.ben, '/api/dashboard/stats')
  expect(body).toMatchObject({ totalRequests: 0, overdue: 0, oldestOverdueDays: null })
  expect(body.weekly.overdue).toEqual(Array(12).fill(0))
  await empty.close()
})
