import type { WorkCalendar } from '../durations/work-days.ts'
import type { PlainChange, PlainOffice, PlainRequest } from './plain-office.ts'
import { PlainTime } from './plain-time.ts'

interface Period {
  from: string
  to: string
}

const CLOSED = ['completed', 'rejected', 'cancelled']

/** Reference implementation of the flow figures: plain loops over the recorded history, as a person would check them by hand. */
export class PlainFlow {
  readonly time: PlainTime
  readonly #office: PlainOffice

  constructor(office: PlainOffice, calendar: WorkCalendar, unit: 'calendar' | 'working') {
    this.#office = office
    this.time = new PlainTime(calendar, unit)
  }

  changesOf(number: number, field?: string): PlainChange[] {
    return this.#office.changes.filter((change) => change.number === number && (!field || change.field === field))
  }

  statuses(request: PlainRequest): { status: string; at: string }[] {
    const moves = this.changesOf(request.number, 'status')
    const first = { status: moves[0]?.old ?? request.status, at: request.createdAt }
    return [first, ...moves.map((move) => ({ status: move.new!, at: move.at }))]
  }

  statusOn(request: PlainRequest, day: string): string | undefined {
    return this.statuses(request).findLast(({ at }) => this.time.dayOf(at) <= day)?.status
  }

  /** The last completion of a request that is completed now. */
  finishedAt(request: PlainRequest): string | undefined {
    if (request.status !== 'completed') return undefined
    return this.changesOf(request.number, 'status').findLast((move) => move.new === 'completed')?.at
  }

  finishedIn({ from, to }: Period): PlainRequest[] {
    return this.#office.requests.filter((request) => {
      const at = this.finishedAt(request)
      return at !== undefined && this.time.dayOf(at) >= from && this.time.dayOf(at) <= to
    })
  }

  leadTimes(period: Period): number[] {
    return this.finishedIn(period).map((request) => this.time.between(request.createdAt, this.finishedAt(request)!))
  }

  cycleTimes(period: Period): number[] {
    return this.finishedIn(period).flatMap((request) => {
      const started = this.statuses(request).find(({ status }) => status === 'in_progress')
      return started ? [this.time.between(started.at, this.finishedAt(request)!)] : []
    })
  }

  timesIn(status: string, period: Period): number[] {
    return this.finishedIn(period).flatMap((request) => {
      const statuses = this.statuses(request)
      if (status === 'in_progress' && !statuses.some((one) => one.status === status)) return []
      let sum = 0
      for (const [i, one] of statuses.entries()) {
        const next = statuses[i + 1]
        if (one.status === status && next) sum += this.time.between(one.at, next.at)
      }
      return [sum]
    })
  }

  /** From creation to the first change of status, of requests created in the period that had one. */
  firstAnswers({ from, to }: Period): number[] {
    return this.#office.requests.flatMap((request) => {
      const [, first] = this.statuses(request)
      const day = this.time.dayOf(request.createdAt)
      return first && day >= from && day <= to ? [this.time.between(request.createdAt, first.at)] : []
    })
  }

  ages(status: string, now: string): number[] {
    const open = this.#office.requests.filter((request) => request.status === status)
    return open.map((request) => this.time.between(this.statuses(request).at(-1)!.at, now))
  }

  levels(day: string): Record<string, number> {
    const counts: Record<string, number> = { pending: 0, in_progress: 0, completed: 0, rejected: 0, cancelled: 0 }
    for (const request of this.#office.requests) {
      const status = this.statusOn(request, day)
      if (status) counts[status]!++
    }
    return counts
  }

  arrivedOn(day: string): number {
    return this.#office.requests.filter(({ createdAt }) => this.time.dayOf(createdAt) === day).length
  }

  enteredOn(status: string, day: string): number {
    return this.#movesOn(day).filter((move) => move.new === status).length
  }

  reopenedOn(day: string): number {
    return this.#movesOn(day).filter((move) => CLOSED.includes(move.old!) && !CLOSED.includes(move.new!)).length
  }

  #movesOn(day: string): PlainChange[] {
    return this.#office.changes.filter(({ field, at }) => field === 'status' && this.time.dayOf(at) === day)
  }

  #dueAt(request: PlainRequest, which: 'first' | 'finish'): string {
    const moves = this.changesOf(request.number, 'dueDate')
    if (which === 'first') return moves[0]?.old ?? request.dueDate
    const order = this.#office.changes
    const finish = order.findLastIndex(
      (c) => c.number === request.number && c.field === 'status' && c.new === 'completed',
    )
    return moves.findLast((move) => order.indexOf(move) < finish)?.new ?? this.#dueAt(request, 'first')
  }

  kept(which: 'first' | 'finish', period: Period): number {
    return this.finishedIn(period).filter((r) => this.time.dayOf(this.finishedAt(r)!) <= this.#dueAt(r, which)).length
  }

  /** Requests closed in the period, and those of them that were reopened, rejected, cancelled. */
  outcomes({ from, to }: Period) {
    const counts = { closed: 0, reopened: 0, rejected: 0, cancelled: 0 }
    for (const request of this.#office.requests) {
      const moves = this.changesOf(request.number, 'status')
      const closings = moves.filter(
        ({ new: to_, at }) => CLOSED.includes(to_!) && this.time.dayOf(at) >= from && this.time.dayOf(at) <= to,
      )
      if (closings.length === 0) continue
      counts.closed++
      const after = moves.slice(moves.indexOf(closings[0]!) + 1)
      if (after.some((move) => !CLOSED.includes(move.new!))) counts.reopened++
      if (closings.some((move) => move.new === 'rejected')) counts.rejected++
      if (closings.some((move) => move.new === 'cancelled')) counts.cancelled++
    }
    return counts
  }
}
