import type { Flow } from '../../shared/analytics/flow.ts'
import { CANCELLED, COMPLETED, IN_PROGRESS, isOpenNumber, PENDING, REJECTED, STATUS } from './flow-model.ts'
import { type Days, isSettledBefore, type Question } from './question.ts'

/** How many were in each status at the end of each day, and what came and went on it. */
export interface DailyFlow {
  /** by status, by day from `from` on */
  levels: Int32Array[]
  arrived: Int32Array
  /** entered the status, by status, by day */
  entered: Int32Array[]
  reopened: Int32Array
}

/** One pass over the history of the selected requests, from one day to another. What was before the first day is its beginning. */
export function dailyFlow({ model, facts, selected }: Question, { from, to }: Days): DailyFlow {
  const length = Math.max(0, to - from + 1)
  const perStatus = () => Array.from({ length: 5 }, () => new Int32Array(length))
  const [levels, entered] = [perStatus(), perStatus()]
  const [arrived, reopened] = [new Int32Array(length), new Int32Array(length)]
  const { time } = facts
  const shift = (status: number, day: number, by: number) => {
    if (day < length) levels[status]![Math.max(0, day)]! += by
  }
  for (const i of selected) {
    const created = facts.createdDay[i]! - from
    if (created >= length) continue
    if (isSettledBefore(facts, i, from)) {
      shift(model.present.status[i]!, 0, 1)
      continue
    }
    let status = model.initial.status[i]!
    shift(status, created, 1)
    if (created >= 0) arrived[created]!++
    const end = model.first[i]! + model.changes[i]!
    for (let at = model.first[i]!; at < end; at++) {
      if (model.kind[at] !== STATUS) continue
      const day = time.dayOf(model.at[at]!) - from
      if (day >= length) break
      const next = model.value[at]!
      shift(status, day, -1)
      shift(next, day, 1)
      if (day >= 0) {
        entered[next]![day]!++
        if (isOpenNumber(next) && !isOpenNumber(status)) reopened[day]!++
      }
      status = next
    }
  }
  for (const level of levels) for (let day = 1; day < length; day++) level[day]! += level[day - 1]!
  return { levels, arrived, entered, reopened }
}

/** The cumulative flow and the throughput of the period, from one pass that begins with the period before. */
export function daysOf(question: Question): Pick<Flow, 'cumulative' | 'throughput'> {
  const { period, before, today } = question
  const to = Math.min(period.to, today)
  const flow = dailyFlow(question, { from: before.from, to })
  const skipped = period.from - before.from
  const inPeriod = (days: Int32Array) => [...days.subarray(skipped)]
  const level = (status: number) => inPeriod(flow.levels[status]!)
  const entered = (status: number) => inPeriod(flow.entered[status]!)
  const backlog = level(PENDING).map((count, day) => count + flow.levels[IN_PROGRESS]![skipped + day]!)
  const sum = (days: Int32Array, isBefore: boolean) =>
    (isBefore ? days.subarray(0, skipped) : days.subarray(skipped)).reduce((all, count) => all + count, 0)
  const compared = (count: (isBefore: boolean) => number) => ({ value: count(false), before: count(true) })
  const closed = (isBefore: boolean) =>
    [COMPLETED, REJECTED, CANCELLED].reduce((all, status) => all + sum(flow.entered[status]!, isBefore), 0)
  const arrived = (isBefore: boolean) => sum(flow.arrived, isBefore)
  const reopened = (isBefore: boolean) => sum(flow.reopened, isBefore)
  const { rows } = question
  return {
    cumulative: {
      pending: level(PENDING),
      inProgress: level(IN_PROGRESS),
      completed: level(COMPLETED),
      rejected: level(REJECTED),
      cancelled: level(CANCELLED),
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
