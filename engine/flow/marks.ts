import type { EventMark } from '../../shared/analytics/event-marks.ts'
import type { Mark } from '../../shared/analytics/rows.ts'
import { type Facts, isOpen } from './facts.ts'
import { CANCELLED, isOpenNumber, REJECTED, STATUS_NUMBERS } from './status-numbers.ts'
import { type Days, type PanelInput, within } from './panel-input.ts'

/** Outcomes of a request in a range of days; `reopened` after having been closed in that range, then or later. */
export const OUTCOMES = { closed: 1, reopened: 2, rejected: 4, cancelled: 8 } as const
const OUTCOME_OF_CLOSING = Uint8Array.from(STATUS_NUMBERS, (_, status) => {
  if (isOpenNumber(status)) return 0
  const isNamed = status === REJECTED || status === CANCELLED
  return OUTCOMES.closed | (isNamed ? OUTCOMES[status === REJECTED ? 'rejected' : 'cancelled'] : 0)
})

/** @returns bit set of its outcomes, by `OUTCOMES` */
export function outcomeOf({ statuses }: Facts, index: number, days: Days): number {
  let outcome = 0
  const end = statuses.first[index]! + statuses.count[index]!
  for (let i = statuses.first[index]!; i < end; i++) {
    const closing = OUTCOME_OF_CLOSING[statuses.status[i]!]!
    if (closing === 0) outcome |= outcome !== 0 ? OUTCOMES.reopened : 0
    else if (within(days, statuses.day[i]!)) outcome |= closing
  }
  return outcome
}

/** The status at the end of a day; undefined before the request was created. */
export function statusAt({ model, facts }: Pick<PanelInput, 'model' | 'facts'>, index: number, day: number) {
  if (facts.createdDay[index]! > day) return undefined
  const { statuses } = facts
  let status = model.initial.status[index]!
  const end = statuses.first[index]! + statuses.count[index]!
  for (let i = statuses.first[index]!; i < end && statuses.day[i]! <= day; i++) status = statuses.status[i]!
  return status
}

/** The days in a range on which a request was closed, or reopened. */
export function eventsOf(
  { model, facts: { statuses } }: Pick<PanelInput, 'model' | 'facts'>,
  mark: EventMark,
  index: number,
  days: Days,
): number[] {
  const matches: number[] = []
  let status = model.initial.status[index]!
  const end = statuses.first[index]! + statuses.count[index]!
  for (let i = statuses.first[index]!; i < end; i++) {
    const next = statuses.status[i]!
    const isIt = mark === 'closings' ? !isOpenNumber(next) : isOpenNumber(next) && !isOpenNumber(status)
    status = next
    const day = statuses.day[i]!
    if (isIt && within(days, day)) matches.push(day)
  }
  return matches
}

/** Number of requests that satisfy a predicate. */
export function countOf(indices: Uint32Array, isIt: (index: number) => boolean): number {
  let count = 0
  for (let i = 0; i < indices.length; i++) count += Number(isIt(indices[i]!))
  return count
}

type MarkInput = Pick<PanelInput, 'model' | 'facts' | 'today'>

/** For finished requests only. */
export const keptFirst = ({ model, facts }: MarkInput, i: number) => facts.finishedDay[i]! <= model.initial.due[i]!
/** For finished requests only. */
export const keptLast = ({ facts }: MarkInput, i: number) => facts.finishedDay[i]! <= facts.dueAtFinish[i]!
/** For open requests only. */
export const isLate = ({ model, today }: MarkInput, i: number) => model.present.due[i]! < today
export const wasMoved = ({ facts }: MarkInput, i: number) => facts.moves[i]! > 0
const wasAnswered = ({ facts }: MarkInput, i: number) => !Number.isNaN(facts.spans.answer[i]!)

/** The single definition of which requests belong to a mark: panels count by it, and their rows are selected by it. */
export function isMarked(input: MarkInput, mark: Exclude<Mark, 'at' | EventMark>, index: number, days: Days): boolean {
  const { model, facts } = input
  const isFinished = within(days, facts.finishedDay[index]!)
  switch (mark) {
    case 'all':
      return true
    case 'arrived':
      return within(days, facts.createdDay[index]!)
    case 'answered':
      return within(days, facts.createdDay[index]!) && wasAnswered(input, index)
    case 'open':
      return isOpen(model, index)
    case 'overdue':
      return isOpen(model, index) && isLate(input, index)
    case 'finished':
      return isFinished
    case 'kept-first':
      return isFinished && keptFirst(input, index)
    case 'missed-first':
      return isFinished && !keptFirst(input, index)
    case 'kept-last':
      return isFinished && keptLast(input, index)
    case 'missed-last':
      return isFinished && !keptLast(input, index)
    case 'moved':
      return isFinished && wasMoved(input, index)
    case 'closed':
    case 'reopened':
    case 'rejected':
    case 'cancelled':
      return (outcomeOf(facts, index, days) & OUTCOMES[mark]) !== 0
  }
}
