import { dateIn } from '../../shared/dates.ts'
import type { WorkCalendar } from '../durations/work-days.ts'

/** Reference implementation of the flow figures: plain loops over the recorded history, as a person would check them by hand. */

export interface PlainRequest {
  number: number
  requestId: string
  requesterId: string
  createdAt: string
  status: string
  dueDate: string
  assignedToId: string | null
  priority: string
  department: string
  type: string | null
}
export interface PlainChange {
  number: number
  at: string
  field: string
  old: string | null
  new: string | null
}
export interface PlainOffice {
  requests: PlainRequest[]
  /** in order of writing */
  changes: PlainChange[]
}
interface Period {
  from: string
  to: string
}

const DAY_MS = 86_400_000
const CLOSED = ['completed', 'rejected', 'cancelled']

export class PlainFlow {
  readonly #office: PlainOffice
  readonly #calendar: WorkCalendar
  readonly #unit: 'calendar' | 'working'

  constructor(office: PlainOffice, calendar: WorkCalendar, unit: 'calendar' | 'working') {
    this.#office = office
    this.#calendar = calendar
    this.#unit = unit
  }

  dayOf(at: string): string {
    return dateIn(this.#calendar.timeZone, new Date(at))
  }

  changesOf(number: number, field?: string): PlainChange[] {
    return this.#office.changes.filter((change) => change.number === number && (!field || change.field === field))
  }

  /** Local time of the office, as a number. */
  #local(at: string): number {
    const { timeZone } = this.#calendar
    const shown = new Date(at).toLocaleString('sv-SE', { timeZone })
    return Date.parse(`${shown.replace(' ', 'T')}Z`) + (Date.parse(at) % 1000)
  }

  #works(day: string): boolean {
    if (this.#unit === 'calendar') return true
    const { workingDays, holidays } = this.#calendar
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
    return workingDays.includes(weekday) && !holidays.includes(day)
  }

  /** Day by day, the share of each that lies in between. */
  between(from: string, to: string): number {
    const [begin, end] = [this.#local(from), this.#local(to)]
    // Local times in the repeated hour of a clock change.
    if (begin > end) return 0
    let sum = 0
    for (let day = Math.floor(begin / DAY_MS); day * DAY_MS < end; day++) {
      if (!this.#works(new Date(day * DAY_MS).toISOString().slice(0, 10))) continue
      sum += (Math.min(end, (day + 1) * DAY_MS) - Math.max(begin, day * DAY_MS)) / DAY_MS
    }
    return sum
  }

  statuses(request: PlainRequest): { status: string; at: string }[] {
    const moves = this.changesOf(request.number, 'status')
    const first = { status: moves[0]?.old ?? request.status, at: request.createdAt }
    return [first, ...moves.map((move) => ({ status: move.new!, at: move.at }))]
  }

  statusOn(request: PlainRequest, day: string): string | undefined {
    return this.statuses(request).findLast(({ at }) => this.dayOf(at) <= day)?.status
  }

  /** The last completion of a request that is completed now. */
  finishedAt(request: PlainRequest): string | undefined {
    if (request.status !== 'completed') return undefined
    return this.changesOf(request.number, 'status').findLast((move) => move.new === 'completed')?.at
  }

  finishedIn({ from, to }: Period): PlainRequest[] {
    return this.#office.requests.filter((request) => {
      const at = this.finishedAt(request)
      return at !== undefined && this.dayOf(at) >= from && this.dayOf(at) <= to
    })
  }

  leadTimes(period: Period): number[] {
    return this.finishedIn(period).map((request) => this.between(request.createdAt, this.finishedAt(request)!))
  }

  cycleTimes(period: Period): number[] {
    return this.finishedIn(period).flatMap((request) => {
      const started = this.statuses(request).find(({ status }) => status === 'in_progress')
      return started ? [this.between(started.at, this.finishedAt(request)!)] : []
    })
  }

  timesIn(status: string, period: Period): number[] {
    return this.finishedIn(period).flatMap((request) => {
      const statuses = this.statuses(request)
      if (status === 'in_progress' && !statuses.some((one) => one.status === status)) return []
      let sum = 0
      for (const [i, one] of statuses.entries()) {
        const next = statuses[i + 1]
        if (one.status === status && next) sum += this.between(one.at, next.at)
      }
      return [sum]
    })
  }

  /** From creation to the first change of status, of requests created in the period that had one. */
  firstAnswers({ from, to }: Period): number[] {
    return this.#office.requests.flatMap((request) => {
      const [, first] = this.statuses(request)
      const day = this.dayOf(request.createdAt)
      return first && day >= from && day <= to ? [this.between(request.createdAt, first.at)] : []
    })
  }

  ages(status: string, now: string): number[] {
    const open = this.#office.requests.filter((request) => request.status === status)
    return open.map((request) => this.between(this.statuses(request).at(-1)!.at, now))
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
    return this.#office.requests.filter(({ createdAt }) => this.dayOf(createdAt) === day).length
  }

  enteredOn(status: string, day: string): number {
    return this.#office.changes.filter((c) => c.field === 'status' && c.new === status && this.dayOf(c.at) === day)
      .length
  }

  reopenedOn(day: string): number {
    return this.#office.changes.filter(
      (c) => c.field === 'status' && CLOSED.includes(c.old!) && !CLOSED.includes(c.new!) && this.dayOf(c.at) === day,
    ).length
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
    return this.finishedIn(period).filter((r) => this.dayOf(this.finishedAt(r)!) <= this.#dueAt(r, which)).length
  }

  /** Requests closed in the period, and those of them that were reopened, rejected, cancelled. */
  outcomes({ from, to }: Period) {
    const counts = { closed: 0, reopened: 0, rejected: 0, cancelled: 0 }
    for (const request of this.#office.requests) {
      const moves = this.changesOf(request.number, 'status')
      const closings = moves.filter(
        ({ new: to_, at }) => CLOSED.includes(to_!) && this.dayOf(at) >= from && this.dayOf(at) <= to,
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

/** Interpolated, by definition. */
export function plainQuantile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = part * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return low + (high - low) * (place - Math.floor(place))
}

/** In the format that the database query returns. */
export function packed(office: PlainOffice): { requests: string; changes: string } {
  const requests = office.requests.map((r) =>
    [
      r.number,
      r.requestId,
      r.requesterId,
      r.createdAt,
      r.status,
      r.dueDate,
      r.assignedToId ?? '',
      r.priority,
      r.department,
      r.type ?? '',
    ].join(),
  )
  const changes = office.changes.map((c) => [c.number, c.at, c.field, c.old ?? '', c.new ?? ''].join())
  return { requests: requests.join('\n'), changes: changes.join('\n') }
}
