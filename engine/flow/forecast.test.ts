import { expect, test } from 'vitest'
import { generator } from '../classifier/random.ts'
import { addDays, daysBetween } from '../../shared/dates.ts'
import { packed, type PlainOffice } from '../testing/plain-office.ts'
import { type FlowParams, FlowOffice } from './flow-office.ts'

const TODAY = '2026-06-01'
const EVERY_DAY = { workingDays: [1, 2, 3, 4, 5, 6, 7], holidays: [], timeZone: 'UTC' }
const ASKED: FlowParams = {
  filter: {},
  from: '2026-01-01',
  to: TODAY,
  unit: 'calendar',
  now: Date.parse(`${TODAY}T12:00:00Z`),
  calendar: EVERY_DAY,
}

/** An office that closed the given number on each of the days before today, and has `open` requests open. */
function officeOf(closedOn: number[], open: number, change: (number: number) => object = () => ({})): FlowOffice {
  const office: PlainOffice = { requests: [], changes: [] }
  const add = (createdOn: string, closed: string | null) => {
    const number = office.requests.length + 1
    office.requests.push({
      number,
      requestId: `RFD-2026-${String(number).padStart(4, '0')}`,
      requesterId: 'ann',
      createdAt: `${createdOn}T08:00:00.000Z`,
      status: closed ? 'completed' : 'pending',
      dueDate: '2026-12-31',
      assignedToId: null,
      priority: 'medium',
      department: 'it',
      type: null,
      ...change(number),
    })
    if (closed)
      office.changes.push({ number, at: `${closed}T09:00:00.000Z`, field: 'status', old: 'pending', new: 'completed' })
  }
  const begin = addDays(TODAY, -closedOn.length)
  closedOn.forEach((count, day) => {
    for (let i = 0; i < count; i++) add(begin, addDays(begin, day))
  })
  for (let i = 0; i < open; i++) add(begin, null)
  const flow = new FlowOffice()
  const { requests, changes } = packed(office)
  flow.loadRequests({ packed: requests })
  flow.loadChanges({ packed: changes })
  flow.endLoading()
  return flow
}

/** Probability that `count` successes of chance p take at most `days` trials (negative binomial). */
function doneWithin(days: number, count: number, p: number): number {
  let [sum, logTerm] = [0, days * Math.log(1 - p)]
  // 1 minus the probability of fewer than `count` successes.
  for (let k = 0; k < count; k++) {
    sum += Math.exp(logTerm)
    logTerm += Math.log((days - k) / (k + 1)) + Math.log(p / (1 - p))
  }
  return 1 - sum
}

test('quantiles of a daily coin toss match the negative binomial distribution', () => {
  // Every other of 84 days closes one request: each simulated day is a coin toss.
  const flow = officeOf(
    Array.from({ length: 84 }, (_, day) => day % 2),
    20,
  )
  const forecast = flow.forecast(ASKED)
  if (forecast.kind !== 'forecast') throw new Error(forecast.kind)
  expect(forecast.count).toBe(20)
  for (const [name, part] of [
    ['p50', 0.5],
    ['p70', 0.7],
    ['p85', 0.85],
    ['p95', 0.95],
  ] as const) {
    const days = daysBetween(TODAY, forecast.done[name]!)
    // 0.02 is several standard errors of ten thousand runs; at a quantile the distribution jumps past the part.
    expect(doneWithin(days, 20, 0.5)).toBeGreaterThan(part - 0.02)
    expect(doneWithin(days - 1, 20, 0.5)).toBeLessThan(part + 0.02)
  }
  expect(forecast.histogram.share.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 2)
  // In 28 days: binomial with mean 14 and standard deviation 2.65.
  expect(forecast.doneBy.p50).toBeGreaterThanOrEqual(13)
  expect(forecast.doneBy.p50).toBeLessThanOrEqual(15)
  expect([10, 11, 12]).toContain(forecast.doneBy.p85)
  expect(flow.forecast(ASKED)).toEqual(forecast)
})

test('a steady office is forecast to the day, and only on working days', () => {
  const weekdays = { ...EVERY_DAY, workingDays: [1, 2, 3, 4, 5] }
  // 1 June 2026 is a Monday: two on every weekday before it.
  const closed = Array.from({ length: 84 }, (_, day) => (day % 7 < 5 ? 2 : 0))
  const forecast = officeOf(closed, 10).forecast({ ...ASKED, calendar: weekdays, by: '2026-06-14' })
  if (forecast.kind !== 'forecast') throw new Error(forecast.kind)
  // From Tuesday on: 2, 3, 4, 5 and 8 June.
  expect(forecast.done).toEqual({ p50: '2026-06-08', p70: '2026-06-08', p85: '2026-06-08', p95: '2026-06-08' })
  expect(forecast.doneBy).toEqual({ p50: 18, p70: 18, p85: 18, p95: 18 })
})

test('below a minimum of data nothing is forecast', () => {
  const needs = { days: 28, closed: 30 }
  expect(officeOf(Array<number>(20).fill(5), 3).forecast(ASKED)).toEqual({
    kind: 'too-little',
    days: 20,
    closed: 100,
    needs,
  })
  expect(
    officeOf(
      Array.from({ length: 84 }, (_, day) => Number(day % 3 === 0)),
      3,
    ).forecast(ASKED),
  ).toMatchObject({ kind: 'too-little', closed: 28 })
  expect(new FlowOffice().forecast(ASKED)).toMatchObject({ kind: 'too-little', days: 0, closed: 0 })
  expect(new FlowOffice().whatIf(ASKED)).toMatchObject({ kind: 'too-little' })
})

/** Closed requests of each day of a year and a half around a varying pace. */
function drawn(paceOn: (day: number) => number, seed: number): number[] {
  const random = generator(seed)
  return Array.from({ length: 320 }, (_, day) => {
    let count = 0
    for (let i = 0; i < 12; i++) if (random() < paceOn(day) / 12) count++
    return count
  })
}

test('the back-test has the nominal coverage at a steady pace, and a lower one at a falling pace', () => {
  const coverage = (paceOn: (day: number) => number) => {
    let [covered, of] = [0, 0]
    for (let seed = 1; seed <= 6; seed++) {
      const forecast = officeOf(drawn(paceOn, seed), 5).forecast(ASKED)
      if (forecast.kind !== 'forecast' || !forecast.backTest) throw new Error('no back-test')
      covered += forecast.backTest.covered.p85
      of += forecast.backTest.forecasts
      expect(forecast.backTest.points).toHaveLength(forecast.backTest.forecasts)
    }
    return covered / of
  }
  const steady = coverage(() => 4)
  expect(steady).toBeGreaterThan(0.7)
  expect(steady).toBeLessThan(0.97)
  // The pace falls by two thirds over the whole time.
  expect(coverage((day) => 6 - (4 * day) / 320)).toBeLessThan(steady - 0.15)
})

test('nothing is back-tested from before the first request', () => {
  const forecast = officeOf(Array<number>(100).fill(2), 5).forecast(ASKED)
  if (forecast.kind !== 'forecast' || !forecast.backTest) throw new Error('no back-test')
  // Seven origins have four weeks of data before them.
  expect(forecast.backTest).toMatchObject({ forecasts: 7, covered: { p50: 7, p85: 7, p95: 7 } })
  expect(forecast.backTest.points[0]!.day).toBe(addDays(TODAY, -70))
  expect(forecast.backTest.points.map(({ actual }) => actual)).toEqual(Array(7).fill(56))
})

test('the what-if scenarios of a steady office follow its people, arrivals and order', () => {
  const closed = Array<number>(84).fill(2)
  const flow = officeOf(closed, 40)
  const nothing = flow.whatIf(ASKED)
  if (nothing.kind !== 'what-if') throw new Error(nothing.kind)
  expect(nothing.changed).toEqual(nothing.now)
  expect(nothing.later).toMatchObject({ count: 0, of: 40 })
  expect(nothing.now.done.p50).toBe(addDays(TODAY, 20))
  expect(nothing.now.backlog[0]).toMatchObject({ day: addDays(TODAY, 28), p50: 0 })

  const more = flow.whatIf({ ...ASKED, people: 200 })
  expect(more).toMatchObject({ changed: { done: { p50: addDays(TODAY, 10) } }, later: { count: 0 } })
  const fewer = flow.whatIf({ ...ASKED, people: 50 })
  expect(fewer).toMatchObject({ changed: { done: { p50: addDays(TODAY, 40) } } })
  // Days on which two were closed now close one.
  if (fewer.kind === 'what-if') expect(fewer.later.requests[0]!.later).toBe(1)

  // The last in the queue is pulled forward: of each pair closed on a day, one now waits for the next day.
  const last = 168 + 40
  const pulled = flow.whatIf({ ...ASKED, pull: last })
  if (pulled.kind !== 'what-if') throw new Error(pulled.kind)
  expect(pulled.pulled).toMatchObject({ number: last, now: addDays(TODAY, 20), changed: addDays(TODAY, 1), later: 0 })
  expect(pulled.later.count).toBe(19)
  expect(pulled.later.requests.every(({ later }) => later === 1)).toBe(true)

  // Little's law: at two closed a day, ten in progress take five working days.
  expect(flow.whatIf({ ...ASKED, limit: 10 })).toMatchObject({
    changed: { cycle: { p50: 5, p85: 5 } },
    now: { cycle: null },
  })
})

test('the present is the same beside any change', () => {
  // More than half of the open requests are in progress, so that the last of the limit is closed long after all of them.
  const flow = officeOf(drawn(() => 3, 4).slice(-84), 60, (number) =>
    number > 182 ? { status: 'in_progress' } : { priority: number % 3 === 0 ? 'critical' : 'low' },
  )
  const presentBeside = (change: { people?: number; arrivals?: number; limit?: number }) => {
    const whatIf = flow.whatIf({ ...ASKED, ...change })
    if (whatIf.kind !== 'what-if') throw new Error(whatIf.kind)
    return whatIf.now
  }
  const present = presentBeside({})
  expect(present.cycle).not.toBeNull()
  for (const change of [{ people: 0 }, { people: 101 }, { arrivals: 300 }, { limit: 1 }])
    expect(presentBeside(change)).toEqual(present)
})

test('going on as it is equals the forecast, to the day, beside any change and at any pace', () => {
  for (const [pace, open] of [
    [3, 60],
    [0.6, 200],
    [8, 7],
  ] as const) {
    const flow = officeOf(
      drawn(() => pace, open),
      open,
      (number) => ({ priority: number % 3 === 0 ? 'critical' : 'low' }),
    )
    const forecast = flow.forecast(ASKED)
    if (forecast.kind !== 'forecast') throw new Error(forecast.kind)
    const { p50, p85 } = forecast.done
    for (const change of [{}, { people: 0 }, { people: 130 }, { arrivals: 300 }, { limit: 2 }]) {
      const whatIf = flow.whatIf({ ...ASKED, ...change })
      if (whatIf.kind !== 'what-if') throw new Error(whatIf.kind)
      expect(whatIf.now.done).toEqual({ p50, p85 })
      if (!('people' in change)) expect(whatIf.changed.done).toEqual({ p50, p85 })
      else if (change.people === 0) expect(whatIf.changed.done).toEqual({ p50: null, p85: null })
      else expect(whatIf.changed.done.p85! < p85!).toBe(true)
    }
  }
})

test('urgent arrivals overtake waiting requests, but not those in progress', () => {
  const closed = Array<number>(84).fill(2)
  // All arrived on one day, which each simulated day draws with a probability of 1 in 84: ten of them overtake, or a hundred
  // with the change.
  const surgeOf = (status: string) => {
    const flow = officeOf(closed, 40, (number) =>
      number > 168 ? { status } : { priority: number <= 10 ? 'critical' : 'low' },
    )
    const whatIf = flow.whatIf({ ...ASKED, arrivals: 1000 })
    if (whatIf.kind !== 'what-if') throw new Error(whatIf.kind)
    expect(whatIf.sample.arrived).toBe(168 + 40)
    return whatIf.later
  }
  const { count, requests } = surgeOf('pending')
  expect(count).toBeGreaterThan(15)
  // The last one is closed after twenty days.
  expect(requests[0]!.later).toBeCloseTo(1 - (83 / 84) ** 20, 1)
  expect(surgeOf('in_progress').count).toBe(0)
})
