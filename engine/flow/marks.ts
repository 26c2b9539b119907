import type { EventMark, Mark } from '../../shared/analytics/rows.ts'
import { isOpen } from './facts.ts'
import { CANCELLED, isOpenNumber, REJECTED, STATUS } from './flow-model.ts'
import { type Days, type Question, within } from './question.ts'

/** What became of a request in some days. */
export interface Outcome {
  closed: boolean
  /** reopened after having been closed in these days, then or later */
  reopened: boolean
  rejected: boolean
  cancelled: boolean
}

export function outcomeOf({ model, facts }: Pick<Question, 'model' | 'facts'>, index: number, days: Days): Outcome {
  const outcome = { closed: false, reopened: false, rejected: false, cancelled: false }
  const end = model.first[index]! + model.changes[index]!
  for (let i = model.first[index]!; i < end; i++) {
    if (model.kind[i] !== STATUS) continue
    const next = model.value[i]!
    if (isOpenNumber(next)) outcome.reopened ||= outcome.closed
    else if (within(days, facts.time.dayOf(model.at[i]!))) {
      outcome.closed = true
      outcome.rejected ||= next === REJECTED
      outcome.cancelled ||= next === CANCELLED
    }
  }
  return outcome
}

/** The status at the end of a day; undefined before the request was created. */
export function statusAt({ model, facts }: Pick<Question, 'model' | 'facts'>, index: number, day: number) {
  if (facts.createdDay[index]! > day) return undefined
  let status = model.initial.status[index]!
  const end = model.first[index]! + model.changes[index]!
  for (let i = model.first[index]!; i < end; i++) {
    if (model.kind[i] !== STATUS) continue
    if (facts.time.dayOf(model.at[i]!) > day) break
    status = model.value[i]!
  }
  return status
}

/** The days within some on which a request was closed, or opened again. */
export function eventsOf(
  { model, facts }: Pick<Question, 'model' | 'facts'>,
  mark: EventMark,
  index: number,
  days: Days,
): number[] {
  const found: number[] = []
  let status = model.initial.status[index]!
  const end = model.first[index]! + model.changes[index]!
  for (let i = model.first[index]!; i < end; i++) {
    if (model.kind[i] !== STATUS) continue
    const next = model.value[i]!
    const isIt = mark === 'closings' ? !isOpenNumber(next) : isOpenNumber(next) && !isOpenNumber(status)
    status = next
    const day = facts.time.dayOf(model.at[i]!)
    if (isIt && within(days, day)) found.push(day)
  }
  return found
}

/** The one rule of which requests a mark stands for: panels count by it, and their rows are found by it. */
export function isMarked(
  question: Pick<Question, 'model' | 'facts' | 'today'>,
  mark: Exclude<Mark, 'at' | EventMark>,
  index: number,
  days: Days,
): boolean {
  const { model, facts } = question
  const finishedDay = facts.finishedDay[index]!
  const isFinished = within(days, finishedDay)
  switch (mark) {
    case 'all':
      return true
    case 'arrived':
      return within(days, facts.createdDay[index]!)
    case 'answered':
      return within(days, facts.createdDay[index]!) && !Number.isNaN(facts.spans.answer[index]!)
    case 'open':
      return isOpen(model, index)
    case 'overdue':
      return isOpen(model, index) && model.present.due[index]! < question.today
    case 'finished':
      return isFinished
    case 'kept-first':
      return isFinished && finishedDay <= model.initial.due[index]!
    case 'missed-first':
      return isFinished && finishedDay > model.initial.due[index]!
    case 'kept-last':
      return isFinished && finishedDay <= facts.dueAtFinish[index]!
    case 'missed-last':
      return isFinished && finishedDay > facts.dueAtFinish[index]!
    case 'moved':
      return isFinished && facts.moves[index]! > 0
    case 'closed':
    case 'reopened':
    case 'rejected':
    case 'cancelled':
      return outcomeOf(question, index, days)[mark]
  }
}
