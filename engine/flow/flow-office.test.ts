import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dateIn } from '../../shared/dates.ts'
import { PlainFlow } from '../testing/plain-flow.ts'
import { asBefore, changedSince, packed, type PlainOffice } from '../testing/plain-office.ts'
import { plainQuantile } from '../testing/plain-quantile.ts'
import { randomOffice } from '../testing/random-office.ts'
import { type FlowParams, FlowOffice } from './flow-office.ts'

/**
 * The clocks change within this period: on 8 March in Los Angeles, 29 March in Berlin, 5 April by half an hour on Lord Howe
 * Island.
 */
const BEGIN = '2026-02-01T00:00:00.000Z'
const NOW = '2026-05-10T17:45:00.000Z'
const ZONES = [
  'UTC',
  'America/Los_Angeles',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
]

const calendars = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  workingDays: fc.constantFrom([1, 2, 3, 4, 5], [7, 1, 2, 3, 4], [6]),
  holidays: fc.constantFrom([], ['2026-03-30', '2026-04-06', '2026-04-04']),
})
const situations = fc.record({
  office: randomOffice(BEGIN, NOW),
  calendar: calendars,
  unit: fc.constantFrom('calendar' as const, 'working' as const),
  period: fc.record({ ago: fc.integer({ min: 0, max: 60 }), length: fc.integer({ min: 1, max: 60 }) }),
})
type Situation = typeof situations extends fc.Arbitrary<infer T> ? T : never

function ask({ office, calendar, unit, period }: Situation) {
  const to = addDays(dateIn(calendar.timeZone, new Date(NOW)), -period.ago)
  const from = addDays(to, 1 - period.length)
  const params: FlowParams = { filter: {}, from, to, unit, now: Date.parse(NOW), calendar }
  const plain = new PlainFlow(office, calendar, unit)
  const before = { from: addDays(from, -period.length), to: addDays(from, -1) }
  return { params, plain, period: { from, to }, before, loaded: loaded(office) }
}

function loaded(office: PlainOffice): FlowOffice {
  const flow = new FlowOffice()
  const { requests, changes } = packed(office)
  flow.loadRequests({ packed: requests })
  flow.loadChanges({ packed: changes })
  flow.endLoading()
  return flow
}

const near = (value: number | null | undefined) => (value == null ? null : expect.closeTo(value, 1))
function expectPercentiles(actual: { p50: number; p70: number; p85: number; p95: number } | null, values: number[]) {
  if (values.length === 0) return expect(actual).toBeNull()
  const at = (part: number) => near(plainQuantile(values, part))
  expect(actual).toEqual({ p50: at(0.5), p70: at(0.7), p85: at(0.85), p95: at(0.95) })
}

const RUNS = { numRuns: 60 }

test('durations, times in status and ages match the history, in every zone and unit', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const { params, plain, period, before, loaded: flow } = ask(situation)
      const actual = flow.flow(params)
      expectPercentiles(actual.lead.percentiles, plain.leadTimes(period))
      expectPercentiles(actual.cycle.percentiles, plain.cycleTimes(period))
      expectPercentiles(actual.lead.before.percentiles, plain.leadTimes(before))
      expect(actual.lead.count).toBe(plain.leadTimes(period).length)
      expect(actual.lead.isSmall).toBe(actual.lead.count < 30)
      for (const { status, percentiles, total, count } of actual.timeInStatus) {
        const times = plain.timesIn(status, period)
        expectPercentiles(percentiles, times)
        expect(count).toBe(times.length)
        expect(total).toBeCloseTo(
          times.reduce((sum, one) => sum + one, 0),
          1,
        )
      }
      const year = { from: addDays(dateIn(params.calendar.timeZone, new Date(NOW)), -364), to: '9999-12-31' }
      for (const { status, points, past, above } of actual.ageing) {
        const ages = plain.ages(status, NOW).sort((a, b) => b - a)
        expect(points.age).toEqual(ages.map((age) => expect.closeTo(Math.max(0, age), 1)))
        expectPercentiles(past, plain.timesIn(status, year))
        expect(above.p85).toBe(past ? points.age.filter((age) => age > past.p85).length : 0)
      }
    }),
    RUNS,
  )
})

test.each([
  ['Europe/Berlin', '2025-10-25T10:00:00.000Z', '2025-10-27T11:00:00.000Z', 2],
  ['Europe/Berlin', '2026-03-28T11:00:00.000Z', '2026-03-30T10:00:00.000Z', 2],
  ['America/Los_Angeles', '2025-11-01T19:00:00.000Z', '2025-11-03T20:00:00.000Z', 2],
  ['Australia/Lord_Howe', '2026-04-04T01:00:00.000Z', '2026-04-06T01:30:00.000Z', 2],
  ['Asia/Kathmandu', '2026-03-28T06:15:00.000Z', '2026-03-30T06:15:00.000Z', 2],
])('in %s from noon to noon are whole days, also while the clocks go back or forward', (timeZone, from, to, days) => {
  const number = 1
  const request = { number, requestId: 'RFD-2026-0001', requesterId: 'ann', createdAt: from, dueDate: '2026-12-31' }
  const now = { status: 'completed', assignedToId: null, priority: 'medium', department: 'it', type: null }
  const change = { number, field: 'status', at: to, old: 'pending', new: 'completed' }
  const flow = loaded({ requests: [{ ...request, ...now }], changes: [change] })
  const calendar = { workingDays: [1, 2, 3, 4, 5, 6, 7], holidays: [], timeZone }
  const on = dateIn(timeZone, new Date(to))
  const params = { filter: {}, from: on, to: on, now: Date.parse(NOW), calendar }
  for (const unit of ['calendar', 'working'] as const) {
    const { lead, throughput } = flow.flow({ ...params, unit })
    expect(lead.percentiles).toEqual({ p50: days, p70: days, p85: days, p95: days })
    expect(throughput.completed).toEqual([1])
  }
})

test('the daily flow matches the history: levels, arrivals, closings, reopenings and backlog', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const { params, plain, period, loaded: flow } = ask(situation)
      const { cumulative, throughput } = flow.flow(params)
      for (let i = 0, day = period.from; day <= period.to; day = addDays(day, 1), i++) {
        const levels = plain.levels(day)
        expect({
          day,
          pending: cumulative.pending[i],
          in_progress: cumulative.inProgress[i],
          completed: cumulative.completed[i],
          rejected: cumulative.rejected[i],
          cancelled: cumulative.cancelled[i],
        }).toEqual({ day, ...levels })
        expect(throughput.backlog[i]).toBe(levels.pending! + levels.in_progress!)
        expect(throughput.arrived[i]).toBe(plain.arrivedOn(day))
        expect(throughput.reopened[i]).toBe(plain.reopenedOn(day))
        for (const status of ['completed', 'rejected', 'cancelled'] as const) {
          expect(throughput[status][i]).toBe(plain.enteredOn(status, day))
        }
      }
      const sum = (counts: number[]) => counts.reduce((all, one) => all + one, 0)
      expect(throughput.totals.arrived.value).toBe(sum(throughput.arrived))
      const change = (throughput.backlog.at(-1) ?? 0) - (throughput.backlog[0] ?? 0)
      const first =
        throughput.arrived[0]! +
        throughput.reopened[0]! -
        throughput.completed[0]! -
        throughput.rejected[0]! -
        throughput.cancelled[0]!
      expect(throughput.totals.net.value).toBe(change + first)
    }),
    RUNS,
  )
})

test('met due dates, reopened, rejected and cancelled match the history, in the period and before it', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const { params, plain, period, before, loaded: flow } = ask(situation)
      const { dueDates, outcomes } = flow.flow(params)
      for (const [share, which] of [
        [dueDates.keptFirst, 'first'],
        [dueDates.keptLast, 'finish'],
      ] as const) {
        expect(share).toMatchObject({ count: plain.kept(which, period), of: plain.finishedIn(period).length })
        expect(share.before).toEqual({ count: plain.kept(which, before), of: plain.finishedIn(before).length })
      }
      const [now, then] = [plain.outcomes(period), plain.outcomes(before)]
      for (const what of ['reopened', 'rejected', 'cancelled'] as const) {
        expect(outcomes[what]).toMatchObject({
          count: now[what],
          of: now.closed,
          before: { count: then[what], of: then.closed },
        })
      }
    }),
    RUNS,
  )
})

test('an incremental update equals a full reload', () => {
  fc.assert(
    fc.property(situations, fc.nat(100), (situation, cut) => {
      const { params, loaded: whole } = ask(situation)
      const { earlier: flow, news } = cutOff(situation, cut)
      flow.flow(params)
      flow.update(news)
      expect(flow.flow(params)).toEqual(whole.flow(params))
    }),
    RUNS,
  )
})

test('an office restored from its stored state gives the same answers and accepts updates', () => {
  fc.assert(
    fc.property(situations, fc.nat(100), (situation, cut) => {
      const { params, loaded: whole } = ask(situation)
      const { earlier, news } = cutOff(situation, cut)
      const flow = new FlowOffice()
      flow.loadStored(structuredClone(earlier.stored()))
      expect(flow.flow(params)).toEqual(earlier.flow(params))
      flow.update(news)
      expect(flow.flow(params)).toEqual(whole.flow(params))
      const again = new FlowOffice()
      again.loadStored(structuredClone(flow.stored()))
      expect(again.flow(params)).toEqual(whole.flow(params))
    }),
    RUNS,
  )
})

test('orphaned entries of frequently changed requests are removed, and nothing else', () => {
  const some = fc.sample(situations, { numRuns: 100, seed: 7 })
  const changesIn = ({ office }: Situation) => office.changes.filter(({ field }) => field === 'status').length
  const situation = some.reduce((a, b) => (changesIn(b) > changesIn(a) ? b : a))
  const { params, loaded: flow } = ask(situation)
  const before = flow.flow(params)
  const all = packed(changedSince(situation.office, 0))
  for (let changed = 0; changed < 110_000; changed += changesIn(situation)) flow.update(all)
  expect(flow.flow(params)).toEqual(before)
})

/** An office that knows only its first changes, and the update that brings the others. */
function cutOff({ office }: Situation, cut: number) {
  const known = office.changes.length === 0 ? 0 : cut % office.changes.length
  return { earlier: loaded(asBefore(office, known)), news: packed(changedSince(office, known)) }
}

test('every figure has as many rows as it counts, and the filters select the right requests', () => {
  fc.assert(
    fc.property(situations, fc.constantFrom('ann', 'unassigned'), fc.boolean(), (situation, assignee, isOwn) => {
      const { params, loaded: flow } = ask(situation)
      const filter = {
        assignee,
        department: ['it', 'data'],
        priority: ['low' as const, 'medium' as const],
        ...(isOwn && { ownOf: 'ann' }),
      }
      const question = { ...params, filter }
      const { office } = situation
      const matching = office.requests.filter(
        (r) =>
          (r.assignedToId ?? 'unassigned') === assignee &&
          ['it', 'data'].includes(r.department) &&
          ['low', 'medium'].includes(r.priority) &&
          (!isOwn || r.requesterId === 'ann' || r.assignedToId === 'ann'),
      )
      const actual = flow.flow(question)
      expect(actual.requests).toBe(matching.length)
      const page = { offset: 0, limit: 100 }
      const rowsOf = (address: string) => {
        const parameters = new URLSearchParams(address.split('?')[1])
        expect(parameters.get('assignee')).toBe(assignee)
        const query = {
          mark: parameters.get('mark') as 'all',
          measure: (parameters.get('measure') ?? undefined) as 'lead' | undefined,
          min: parameters.has('min') ? Number(parameters.get('min')) : undefined,
          status: parameters.get('status')?.split(',') as 'pending'[] | undefined,
        }
        return flow.rows({ params: question, query, page })
      }
      for (const { rows, count } of [actual.lead, actual.cycle, ...actual.timeInStatus])
        expect(rowsOf(rows).total).toBe(count)
      for (const share of [
        actual.dueDates.keptFirst,
        actual.dueDates.keptLast,
        actual.dueDates.moved,
        ...Object.values(actual.outcomes),
      ]) {
        expect(rowsOf(share.rows).total).toBe(share.count)
      }
      for (const { rows, count, above, past } of actual.ageing) {
        expect(rowsOf(rows.all).total).toBe(count)
        if (past) expect(rowsOf(rows.above85).total).toBe(above.p85)
      }
      const all = flow.rows({ params: question, query: { mark: 'all' }, page })
      expect(all.rows.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
        matching.map(({ number }) => number),
      )
    }),
    RUNS,
  )
})
