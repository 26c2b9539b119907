import type { Flow } from '../../shared/analytics/flow.ts'
import { allSeries } from '../../shared/analytics/status-series.ts'
import {
  CANCELLED,
  COMPLETED,
  isOpenNumber,
  OPEN_COUNT,
  REJECTED,
  STATUS_NUMBERS,
  statusNumber,
} from './status-numbers.ts'
import { type Days, isSettledBefore, type PanelInput } from './panel-input.ts'

const STATUSES = STATUS_NUMBERS.length

/** Number of requests in each status at the end of each day, and the movements of that day. */
export interface DailyFlow {
  /** by status, by day from `from` on */
  levels: Int32Array[]
  arrived: Int32Array
  /** entered the status, by status, by day */
  entered: Int32Array[]
  reopened: Int32Array
}

/** One pass over the history of the selected requests for a range of days. Earlier events make up the initial levels. */
export function dailyFlow({ model, facts, selected }: PanelInput, { from, to }: Days): DailyFlow {
  const length = Math.max(0, to - from + 1)
  const { statuses, createdDay } = facts
  /** by status: count before the first day */
  const begun = new Int32Array(STATUSES)
  /** by the status they were created with, by day */
  const created = new Int32Array(STATUSES * length)
  /** by the status before and after, by day */
  const moved = new Int32Array(STATUSES * STATUSES * length)
  for (let one = 0; one < selected.length; one++) {
    const i = selected[one]!
    const born = createdDay[i]! - from
    if (born >= length) continue
    if (isSettledBefore(facts, i, from)) {
      begun[model.present.status[i]!]!++
      continue
    }
    let status = model.initial.status[i]!
    let at = statuses.first[i]!
    const end = at + statuses.count[i]!
    for (; at < end && statuses.day[at]! < from; at++) status = statuses.status[at]!
    if (born < 0) begun[status]!++
    else created[status * length + born]!++
    for (; at < end && statuses.day[at]! <= to; at++) {
      const next = statuses.status[at]!
      moved[(status * STATUSES + next) * length + statuses.day[at]! - from]!++
      status = next
    }
  }
  return sumsOf(length, begun, created, moved)
}

function sumsOf(length: number, begun: Int32Array, created: Int32Array, moved: Int32Array): DailyFlow {
  const none = () => new Int32Array(length)
  const [arrived, reopened] = [none(), none()]
  const [levels, entered] = [begun, begun].map((each) => Array.from(each, none)) as [Int32Array[], Int32Array[]]
  begun.forEach((level, status) => {
    const [levelOn, enteredOn] = [levels[status]!, entered[status]!]
    for (let day = 0; day < length; day++) {
      const came = created[status * length + day]!
      arrived[day]! += came
      let left = 0
      for (let other = 0; other < STATUSES; other++) {
        const entries = moved[(other * STATUSES + status) * length + day]!
        enteredOn[day]! += entries
        left += moved[(status * STATUSES + other) * length + day]!
        if (isOpenNumber(status) && !isOpenNumber(other)) reopened[day]! += entries
      }
      levelOn[day] = level += came + enteredOn[day]! - left
    }
  })
  return { levels, arrived, entered, reopened }
}

/** The cumulative flow and the throughput of the period, from one pass that begins with the period before. */
export function daysOf(input: PanelInput): Pick<Flow, 'cumulative' | 'throughput'> {
  const { period, before, today } = input
  const to = Math.min(period.to, today)
  const flow = dailyFlow(input, { from: before.from, to })
  const skipped = period.from - before.from
  const inPeriod = (days: Int32Array) => [...days.subarray(skipped)]
  const entered = (status: number) => inPeriod(flow.entered[status]!)
  const open = flow.levels.slice(0, OPEN_COUNT)
  const backlog = inPeriod(open[0]!.map((_, day) => open.reduce((sum, level) => sum + level[day]!, 0)))
  const sum = (days: Int32Array, isBefore: boolean) =>
    (isBefore ? days.subarray(0, skipped) : days.subarray(skipped)).reduce((all, count) => all + count, 0)
  const compared = (count: (isBefore: boolean) => number) => ({ value: count(false), before: count(true) })
  const closed = (isBefore: boolean) =>
    [COMPLETED, REJECTED, CANCELLED].reduce((all, status) => all + sum(flow.entered[status]!, isBefore), 0)
  const arrived = (isBefore: boolean) => sum(flow.arrived, isBefore)
  const reopened = (isBefore: boolean) => sum(flow.reopened, isBefore)
  const { rows } = input
  return {
    cumulative: {
      ...allSeries((status) => inPeriod(flow.levels[statusNumber(status)]!)),
      rows: rows({ mark: 'at', to: '{day}', status: '{status}' }),
    },
    throughput: {
      arrived: inPeriod(flow.arrived),
      completed: entered(COMPLETED),
      rejected: entered(REJECTED),
      cancelled: entered(CANCELLED),
      reopened: inPeriod(flow.reopened),
      backlog,
      totals: {
        arrived: compared(arrived),
        closed: compared(closed),
        reopened: compared(reopened),
        net: compared((isBefore) => arrived(isBefore) - closed(isBefore) + reopened(isBefore)),
      },
      rows: {
        arrived: rows({ mark: 'arrived', from: '{from}', to: '{to}' }),
        closed: rows({ mark: 'closings', from: '{from}', to: '{to}' }),
        reopened: rows({ mark: 'reopenings', from: '{from}', to: '{to}' }),
      },
    },
  }
}
