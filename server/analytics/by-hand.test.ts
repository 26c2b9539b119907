import { beforeAll, afterAll, expect, test } from 'vitest'
import type { Flow } from '../../shared/analytics/flow.ts'
import type { ServiceRequest, Status } from '../../shared/requests.ts'
import { keepSessions } from '../testing/analytics.ts'
import { get, patch, post, testApp } from '../testing/app.ts'

/**
 * Works an office through the API and computes five figures from the test's own notes of each call, without the stored
 * history. All events are at full quarters of an hour, so that durations can be counted in quarters.
 */

const ZONE = 'Europe/Berlin'
/** The clocks go forward on 29 March; Good Friday and Easter Monday are holidays. */
const HOLIDAYS = ['2026-04-03', '2026-04-06']
const [BEGIN, END] = ['2026-03-09T06:00:00.000Z', '2026-04-20T15:30:00.000Z'].map((at) => Date.parse(at)) as [
  number,
  number,
]
const QUARTER_MS = 900_000
const PERIOD = { from: '2026-03-20', to: '2026-04-19' }

interface Note {
  at: number
  status?: Status
  dueDate?: string
}
/** by request: the first note is its creation */
const notes = new Map<string, Note[]>()
let office: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  const holidays = HOLIDAYS.map((date) => ({ date, name: 'Easter' }))
  office = await testApp({
    policy: { timeZone: ZONE, holidays, idleMinutes: 1440 },
    now: new Date(BEGIN).toISOString(),
  })
  await work()
})
afterAll(() => office.close())

async function work() {
  const { app, ada, ben, clock } = office
  let seed = 77
  const dice = (sides: number) => (seed = (seed * 16_807) % 2_147_483_647) % sides
  const pick = <T>(some: readonly T[]) => some[dice(some.length)]!
  const ids: string[] = []
  for (let at = BEGIN; at < END; at += QUARTER_MS * (2 + dice(24))) {
    const now = new Date(at).toISOString()
    clock.set(now)
    await keepSessions(office, now)
    const dueDate = dateOf(at + 86_400_000 * dice(25))
    if (dice(3) === 0) {
      const wanted = {
        title: 'Weigh lorries',
        description: 'At the gate.',
        department: 'it',
        priority: 'medium',
        dueDate,
      }
      const made = await post(app, ada, '/api/requests', wanted)
      expect(made.statusCode, JSON.stringify(made.body)).toBe(201)
      const { id } = made.body as ServiceRequest
      ids.push(id)
      notes.set(id, [{ at, status: 'pending', dueDate }])
    }
    if (ids.length === 0) continue
    const id = pick(ids)
    const status = pick(['in_progress', 'completed', 'completed', 'rejected', 'pending'] as const)
    const change = pick([{ status }, { status }, { dueDate }, { status, dueDate }])
    const before = notes.get(id)!.findLast((note) => note.status)!.status
    const done = await patch(app, ben, `/api/requests/${id}`, { ...change, reason: 'As agreed' })
    if (done.statusCode !== 200) continue
    const { status: kept, ...rest } = { status: undefined, ...change }
    notes.get(id)!.push({ at, ...rest, ...(kept && kept !== before && { status: kept }) })
  }
  clock.set(new Date(END).toISOString())
  await keepSessions(office, new Date(END).toISOString())
}

const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })
/** Local time of the office, `2026-03-29 03:15`. */
const wallOf = (at: number) => shown.format(new Date(at))
const dateOf = (at: number) => wallOf(at).slice(0, 10)
const isWorking = (date: string) => ![0, 6].includes(new Date(date).getUTCDay()) && !HOLIDAYS.includes(date)

/** Counted in quarters of an hour of the office's local time. */
function daysBetween(from: number, to: number, unit: 'calendar' | 'working'): number {
  let quarters = 0
  const end = Date.parse(`${wallOf(to).replace(' ', 'T')}Z`)
  for (let wall = Date.parse(`${wallOf(from).replace(' ', 'T')}Z`); wall < end; wall += QUARTER_MS)
    if (unit === 'calendar' || isWorking(new Date(wall).toISOString().slice(0, 10))) quarters++
  return quarters / 96
}

const statusesOf = (all: Note[]) => all.filter(({ status }) => status)
const lastOf = (all: Note[]) => statusesOf(all).at(-1)!

/** Requests that were completed and not reopened: their notes and the time of completion. */
function finished({ from, to }: { from: string; to: string }) {
  return [...notes.values()].flatMap((all) => {
    const { status, at } = lastOf(all)
    return status === 'completed' && dateOf(at) >= from && dateOf(at) <= to ? [{ all, at }] : []
  })
}

function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * part
  const below = Math.trunc(place)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below]! * (1 - (place - below)) + sorted[above]! * (place - below)
}

const daysOfPeriod = () => {
  const days: string[] = []
  for (let day = Date.parse(PERIOD.from); day <= Date.parse(PERIOD.to); day += 86_400_000)
    days.push(new Date(day).toISOString().slice(0, 10))
  return days
}

async function flowIn(unit: 'calendar' | 'working'): Promise<Flow> {
  const query = `from=${PERIOD.from}&to=${PERIOD.to}&days=${unit}`
  return (await get(office.app, office.ben, `/api/analytics/flow?${query}`)).body as Flow
}

test.each(['calendar', 'working'] as const)(
  'lead times in %s days, over Easter and a change of clocks',
  async (unit) => {
    const { lead } = await flowIn(unit)
    const times = finished(PERIOD).map(({ all, at }) => daysBetween(all[0]!.at, at, unit))
    expect(times.length).toBeGreaterThan(15)
    expect(lead.count).toBe(times.length)
    for (const [name, part] of [
      ['p50', 0.5],
      ['p70', 0.7],
      ['p85', 0.85],
      ['p95', 0.95],
    ] as const)
      expect(lead.percentiles![name]).toBeCloseTo(percentile(times, part), 1.9)
  },
)

test('the cumulative flow at the end of each day, also of those on which requests were reopened', async () => {
  const { cumulative } = await flowIn('calendar')
  const days = daysOfPeriod()
  const levels = (wanted: Status) =>
    days.map(
      (day) =>
        [...notes.values()].filter((all) => statusesOf(all).findLast(({ at }) => dateOf(at) <= day)?.status === wanted)
          .length,
    )
  expect(cumulative).toMatchObject({
    pending: levels('pending'),
    inProgress: levels('in_progress'),
    completed: levels('completed'),
    rejected: levels('rejected'),
    cancelled: levels('cancelled'),
  })
})

test('promises kept: the first one, and the one that stood when it was finished', async () => {
  const { dueDates } = await flowIn('calendar')
  const all = finished(PERIOD)
  const first = all.filter(({ all: [created], at }) => dateOf(at) <= created!.dueDate!)
  const last = all.filter(({ all: each, at }) => {
    const standing = each.findLast((note) => note.dueDate && note.at < at)!
    return dateOf(at) <= standing.dueDate!
  })
  expect(first.length).not.toBe(last.length)
  expect(dueDates.keptFirst).toMatchObject({ count: first.length, of: all.length })
  expect(dueDates.keptLast).toMatchObject({ count: last.length, of: all.length })
})

test('what arrived, was completed and reopened on each day, the one of 23 hours included', async () => {
  const { throughput } = await flowIn('calendar')
  const isClosed = (status?: Status) => ['completed', 'rejected', 'cancelled'].includes(status!)
  const moves = [...notes.values()].flatMap((all) =>
    statusesOf(all).map(({ at, status }, i, each) => ({ day: dateOf(at), status, before: each[i - 1]?.status })),
  )
  const perDay = (isIt: (move: (typeof moves)[number]) => boolean) =>
    daysOfPeriod().map((day) => moves.filter((move) => move.day === day && isIt(move)).length)
  expect(throughput.arrived).toEqual(perDay(({ before }) => before === undefined))
  expect(throughput.completed).toEqual(perDay(({ status }) => status === 'completed'))
  const reopened = perDay(({ status, before }) => isClosed(before) && !isClosed(status))
  expect(reopened.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(3)
  expect(throughput.reopened).toEqual(reopened)
})

test('a period that is not over is compared with as many days as have passed of it', async () => {
  const ask = async (from: string, to: string) =>
    (await get(office.app, office.ben, `/api/analytics/flow?from=${from}&to=${to}`)).body as Flow
  // Today is 20 April: ten of the thirty days have passed.
  const { before, summary, throughput } = await ask('2026-04-11', '2026-05-10')
  expect(before).toEqual({ from: '2026-04-01', to: '2026-04-10' })
  expect(summary.completed.before).toBe(finished(before).length)
  const arrivals = [...notes.values()].map(([created]) => dateOf(created!.at))
  expect(throughput.totals.arrived.before).toBe(arrivals.filter((day) => day >= before.from && day <= before.to).length)
  expect((await ask('2026-04-01', '2026-04-10')).before).toEqual({ from: '2026-03-22', to: '2026-03-31' })
  expect((await ask('2026-05-01', '2026-05-10')).before).toEqual({ from: '2026-04-21', to: '2026-04-30' })
})

test.each(['calendar', 'working'] as const)('ages in %s days beside those of what was finished', async (unit) => {
  const { ageing } = await flowIn(unit)
  for (const { status, points, past, count } of ageing) {
    const ages = [...notes.values()].map(lastOf).filter((note) => note.status === status)
    expect(count).toBe(ages.length)
    const sorted = (some: number[]) => some.toSorted((one, other) => one - other)
    expect(sorted(points.age)).toEqual(
      sorted(ages.map(({ at }) => daysBetween(at, END, unit))).map((age) => expect.closeTo(age, 1.9)),
    )
    const took = finished({ from: '2025-04-21', to: '2026-04-20' }).flatMap(({ all }) => {
      const each = statusesOf(all)
      if (!each.some((note) => note.status === status)) return []
      return [
        each.reduce(
          (sum, note, i) =>
            sum + (note.status === status && each[i + 1] ? daysBetween(note.at, each[i + 1]!.at, unit) : 0),
          0,
        ),
      ]
    })
    expect(past!.p50).toBeCloseTo(percentile(took, 0.5), 1.9)
    expect(past!.p85).toBeCloseTo(percentile(took, 0.85), 1.9)
  }
})
