import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RowsMeasure } from '../../shared/analytics/measures.ts'
import { addDays } from '../../shared/dates.ts'
import { PlainFlow } from '../testing/plain-flow.ts'
import { plainQuantile } from '../testing/plain-quantile.ts'
import { packed, type PlainOffice } from '../testing/plain-office.ts'
import { randomOffice } from '../testing/random-office.ts'
import { type FlowParams, FlowOffice } from './flow-office.ts'
import { dateOfDay } from './office-time.ts'
import type { Marked } from './rows.ts'

const NOW = '2026-05-10T17:45:00.000Z'
const CALENDAR = { timeZone: 'UTC', workingDays: [1, 2, 3, 4, 5], holidays: [] }
const PERIOD = { from: '2026-03-01', to: '2026-05-10' }
const ASKED: FlowParams = { filter: {}, ...PERIOD, unit: 'calendar', now: Date.parse(NOW), calendar: CALENDAR }
const CLOSED = ['completed', 'rejected', 'cancelled']
const PAGE = { offset: 0, limit: 100 }

function loaded(office: PlainOffice): FlowOffice {
  const flow = new FlowOffice()
  const { requests, changes } = packed(office)
  flow.loadRequests({ packed: requests })
  flow.loadChanges({ packed: changes })
  flow.endLoading()
  return flow
}

const rounded = (days: number) => Math.round(days * 100) / 100
const descending = (a: number, b: number) => b - a

test('rows of the first answer and of the time in each status match the figures, with their days', () => {
  const offices = randomOffice('2026-02-01T00:00:00.000Z', NOW)
  fc.assert(
    fc.property(offices, fc.constantFrom('calendar' as const, 'working' as const), (office, unit) => {
      const plain = new PlainFlow(office, CALENDAR, unit)
      const flow = loaded(office)
      const params = { ...ASKED, unit }
      const valuesOf = (query: Marked) => {
        const { total, rows } = flow.rows({ params, query, page: PAGE })
        expect(rows).toHaveLength(total)
        return rows.map(({ value }) => value)
      }
      const near = (values: number[]) => values.toSorted(descending).map((value) => expect.closeTo(value, 1))

      const answers = plain.firstAnswers(PERIOD)
      expect(valuesOf({ mark: 'answered', measure: 'answer' })).toEqual(near(answers))
      const { value } = flow.flow(params).summary.firstAnswer
      expect(value).toEqual(answers.length === 0 ? null : expect.closeTo(plainQuantile(answers, 0.5), 1))
      for (const status of ['pending', 'in_progress'] as const)
        expect(valuesOf({ mark: 'finished', measure: status })).toEqual(near(plain.timesIn(status, PERIOD)))
    }),
    { numRuns: 60 },
  )
})

test('closings, reopenings and the workload have as many rows as they count, each on its day', () => {
  const offices = randomOffice('2026-02-01T00:00:00.000Z', NOW)
  fc.assert(
    fc.property(offices, (office) => {
      const plain = new PlainFlow(office, CALENDAR, 'calendar')
      const flow = loaded(office)
      const { throughput, workload } = flow.flow(ASKED)
      const all = (query: Marked, filter = {}) => {
        const { total, rows } = flow.rows({ params: { ...ASKED, filter }, query, page: { offset: 0, limit: 10_000 } })
        expect(rows).toHaveLength(total)
        return rows
      }
      const { arrived, closed, reopened, net } = throughput.totals
      for (const [mark, total, countOn] of [
        ['closings', closed, (day: string) => CLOSED.reduce((sum, one) => sum + plain.enteredOn(one, day), 0)],
        ['reopenings', reopened, (day: string) => plain.reopenedOn(day)],
      ] as const) {
        const rows = all({ mark })
        expect(rows).toHaveLength(total.value!)
        for (let day = PERIOD.from; day <= PERIOD.to; day = addDays(day, 1))
          expect(rows.filter(({ eventDay }) => dateOfDay(eventDay!) === day)).toHaveLength(countOn(day))
        const columns = flow.allRows({ params: ASKED, query: { mark } })
        expect([...columns.eventDay]).toEqual(rows.map(({ eventDay }) => eventDay))
        expect([...columns.number]).toEqual(rows.map(({ number }) => number))
      }
      expect(net.value).toBe(all({ mark: 'arrived' }).length - closed.value! + reopened.value!)
      expect(arrived.value).toBe(all({ mark: 'arrived' }).length)

      for (const { key, ...load } of workload.departments) {
        const filter = { department: [key] }
        expect(all({ mark: 'open', status: ['in_progress'] }, filter)).toHaveLength(load.inProgress)
        expect(all({ mark: 'overdue' }, filter)).toHaveLength(load.overdue)
        const cycles = all({ mark: 'finished', measure: 'cycle' }, filter).map(({ value }) => value!)
        if (load.medianCycle === null) expect(cycles).toEqual([])
        else expect(plainQuantile(cycles, 0.5)).toBeCloseTo(load.medianCycle, 1)
      }
    }),
    { numRuns: 60 },
  )
})

/** Enough requests for a density grid; most durations lie on the edge of a cell. */
function denseOffice(seed: number): PlainOffice {
  const dice = (sides: number) => (seed = (seed * 48271) % 2147483647) % sides
  const office: PlainOffice = { requests: [], changes: [] }
  for (let number = 1; number <= 4500; number++) {
    const created = Date.parse('2026-02-20T00:00:00.000Z') + dice(60 * 24) * 3_600_000
    const createdAt = new Date(created).toISOString()
    const request = { number, requestId: `RFD-2026-${number}`, requesterId: 'ann', createdAt, dueDate: '2026-12-31' }
    const now = { status: 'completed', assignedToId: null, priority: 'medium', department: 'it', type: null }
    office.requests.push({ ...request, ...now })
    const took = dice(4) ? dice(64) * 6 * 3_600_000 : dice(16 * 24 * 60) * 60_000
    const change = { number, field: 'status' }
    const begun = {
      ...change,
      at: new Date(created + dice(2) * took).toISOString(),
      old: 'pending',
      new: 'in_progress',
    }
    const done = { ...change, at: new Date(created + took).toISOString(), old: 'in_progress', new: 'completed' }
    office.changes.push(begun, done)
  }
  return office
}

test.each([1, 7, 4711])('a density cell has as many rows as it counts, including its edges (%i)', (seed) => {
  const flow = loaded(denseOffice(seed))
  const figures = flow.flow({ ...ASKED, from: '2026-03-01', to: '2026-04-30' })
  for (const measure of ['lead', 'cycle'] satisfies RowsMeasure[]) {
    const { scatter, count } = figures[measure]
    if (scatter.kind !== 'density') throw new Error('Too few for cells')
    expect(scatter.count.reduce((sum, one) => sum + one, 0)).toBe(count)
    for (const [i, least] of scatter.value.entries()) {
      const from = addDays('2026-03-01', scatter.day[i]!)
      const last = addDays(from, scatter.daysWide - 1)
      const query = {
        mark: 'finished' as const,
        measure,
        ...(least > 0 && { min: least }),
        max: rounded(least + scatter.high),
      }
      const params = { ...ASKED, from, to: last < '2026-04-30' ? last : '2026-04-30' }
      const behind = flow.rows({ params, query, page: PAGE })
      expect({ from, least, count: behind.total }).toEqual({ from, least, count: scatter.count[i] })
    }
  }
})
