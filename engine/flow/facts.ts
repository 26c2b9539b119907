import { DUE, STATUS } from './field-columns.ts'
import type { FlowModel } from './flow-model.ts'
import { COMPLETED, IN_PROGRESS, isOpenNumber, OPEN_COUNT } from './status-numbers.ts'
import type { DayUnit, OfficeTime } from './office-time.ts'
import { StatusDays } from './status-days.ts'

/** Sentinel for "no day": earlier than every period. */
const NEVER = -(2 ** 31)

/** Durations in days of one unit; NaN if the event did not happen. */
class Spans {
  lead = new Float64Array(0)
  cycle = new Float64Array(0)
  /** the total time in each open status, by its number */
  inStatus = Array.from({ length: OPEN_COUNT }, () => new Float64Array(0))
  /** from creation to the first change of status */
  answer = new Float64Array(0)

  grow(size: number): void {
    if (size <= this.lead.length) return
    const grown = (column: Float64Array<ArrayBuffer>) => extended(column, new Float64Array(Math.ceil(size * 1.25)))
    for (const name of ['lead', 'cycle', 'answer'] as const) this[name] = grown(this[name])
    this.inStatus = this.inStatus.map(grown)
  }
}

/**
 * Values derived from each request's history, by its index. Cached beside the model because all figures start from them;
 * recomputed for a request that has changed.
 */
export class Facts {
  readonly time: OfficeTime
  readonly unit: DayUnit
  readonly spans = new Spans()
  readonly statuses = new StatusDays()
  /** scratch space of one request */
  readonly #spent = new Float64Array(OPEN_COUNT)
  createdDay = new Int32Array(0)
  /** day of the last completion if the request is completed now; otherwise `NEVER` */
  finishedDay = new Int32Array(0)
  finishedAt = new Float64Array(0)
  /** start of the present status */
  since = new Float64Array(0)
  /** the due date when it was finished */
  dueAtFinish = new Int32Array(0)
  /** how often the due date was moved before completion; for other requests, how often in total */
  moves = new Uint16Array(0)

  constructor(time: OfficeTime, unit: DayUnit) {
    this.time = time
    this.unit = unit
  }

  deriveAll(model: FlowModel): void {
    this.#grow(model.size)
    this.statuses.clear()
    for (let index = 0; index < model.size; index++) this.#derive(model, index)
    this.statuses.noteWhole()
  }

  derive(model: FlowModel, indices: readonly number[]): void {
    this.#grow(model.size)
    for (const index of indices) this.#derive(model, index)
    if (this.statuses.isWasteful) this.deriveAll(model)
  }

  #derive(model: FlowModel, index: number): void {
    const { spans, statuses, time, unit } = this
    const createdAt = model.createdAt[index]!
    let status = model.initial.status[index]!
    let since = createdAt
    let [startedAt, finishedAt, answeredAt] = [status === IN_PROGRESS ? createdAt : NaN, NaN, NaN]
    let [moves, movesAtFinish] = [0, 0]
    const spent = this.#spent.fill(NaN)
    if (isOpenNumber(status)) spent[status] = 0
    let due = model.initial.due[index]!
    let dueAtFinish = due
    statuses.begin(index)
    const { changes } = model
    const end = changes.first[index]! + changes.count[index]!
    for (let i = changes.first[index]!; i < end; i++) {
      const kind = changes.kind[i]!
      const value = changes.value[i]!
      if (kind === DUE) {
        due = value
        moves++
      }
      if (kind !== STATUS) continue
      const at = changes.at[i]!
      if (isOpenNumber(status)) spent[status]! += time.between(unit, since, at)
      if (isOpenNumber(value)) spent[value] ||= 0
      if (Number.isNaN(answeredAt)) answeredAt = at
      if (value === IN_PROGRESS && Number.isNaN(startedAt)) startedAt = at
      if (value === COMPLETED) [finishedAt, dueAtFinish, movesAtFinish] = [at, due, moves]
      statuses.add(index, time.dayOf(at), value)
      status = value
      since = at
    }
    const isFinished = status === COMPLETED && !Number.isNaN(finishedAt)
    this.createdDay[index] = time.dayOf(createdAt)
    this.finishedDay[index] = isFinished ? time.dayOf(finishedAt) : NEVER
    this.finishedAt[index] = isFinished ? finishedAt : NaN
    this.since[index] = since
    this.dueAtFinish[index] = isFinished ? dueAtFinish : due
    this.moves[index] = isFinished ? movesAtFinish : moves
    spans.lead[index] = isFinished ? time.between(unit, createdAt, finishedAt) : NaN
    spans.cycle[index] = isFinished && !Number.isNaN(startedAt) ? time.between(unit, startedAt, finishedAt) : NaN
    for (let open = 0; open < OPEN_COUNT; open++) spans.inStatus[open]![index] = spent[open]!
    spans.answer[index] = Number.isNaN(answeredAt) ? NaN : time.between(unit, createdAt, answeredAt)
  }

  #grow(size: number): void {
    this.spans.grow(size)
    this.statuses.grow(size)
    if (size <= this.createdDay.length) return
    const room = Math.ceil(size * 1.25)
    this.createdDay = extended(this.createdDay, new Int32Array(room))
    this.finishedDay = extended(this.finishedDay, new Int32Array(room))
    this.dueAtFinish = extended(this.dueAtFinish, new Int32Array(room))
    this.finishedAt = extended(this.finishedAt, new Float64Array(room))
    this.since = extended(this.since, new Float64Array(room))
    this.moves = extended(this.moves, new Uint16Array(room))
  }
}

function extended<T extends Int32Array | Float64Array | Uint16Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}

/** Time in the present status. */
export function ageOf({ time, unit, since }: Facts, index: number, now: number): number {
  return time.between(unit, since[index]!, now)
}

export function isOpen(model: FlowModel, index: number): boolean {
  return isOpenNumber(model.present.status[index]!)
}
