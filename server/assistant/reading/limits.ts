import { addDays } from '../../../shared/dates.ts'
import type { QueryFilter } from '../../../shared/assistant/query.ts'
import type { Event } from '../../../shared/assistant/words.ts'
import { stepBack, unitOf } from './calendar.ts'
import type { Period } from './dates.ts'
import { numberIn } from './number-words.ts'
import { meaningOf, type Kind, type Slot, type Slots } from './slots.ts'
import type { Context } from './events.ts'
import { nearest } from './nearest-event.ts'

/** "created more than two months ago" */
export function agoIn({ slots, today }: Context, slot: Slot): QueryFilter | undefined {
  const side = slots.all[slots.all.indexOf(slot) - 1]
  if (slots.word(slot.end - 1) !== 'ago' || side?.end !== slot.at) return undefined
  const isMore = meaningOf(side, 'more') !== undefined
  const unit = unitOf(slots.word(slot.end - 2))
  const count = numberIn(slots.word(slot.at)) ?? (/^an?$/.test(slots.word(slot.at)) ? 1 : undefined)
  if (unit === undefined || count === undefined || (!isMore && !meaningOf(side, 'less'))) return undefined
  const event = nearest(slots, slots.all.indexOf(slot)) ?? 'created'
  const day = stepBack(today, count, unit)
  side.isUsed = true
  return rangeOf(event, isMore ? { to: addDays(day, -1) } : { from: addDays(day, 1) })
}

export function rangeOf(event: Event, { from, to }: Pick<Period, 'from' | 'to'>): QueryFilter {
  return { ...(from !== undefined && { [`${event}From`]: from }), ...(to !== undefined && { [`${event}To`]: to }) }
}

/** "by more than 2 weeks", "older than 30 days", "took longer than a month", "due in less than 5 days". */
export function limitsIn(context: Context): QueryFilter {
  const limits: QueryFilter = {}
  context.slots.all.forEach((slot, i) => {
    if (!slot.quantity || slot.isUsed) return
    const limit = limitOf(context, i)
    if (!limit) return
    slot.isUsed = true
    Object.assign(limits, limit)
  })
  return limits
}

const ORDERS: Kind[] = ['more', 'less', 'older', 'younger']

function limitOf({ slots, filter, today }: Context, i: number): QueryFilter | undefined {
  const slot = slots.all[i]!
  const { count, unit, days } = slot.quantity!
  const side = sideOf(slots, i)
  const before = stepBack(today, count, unit)
  const word = (from: number, to: number, pattern: RegExp) =>
    slots.tokens.slice(Math.max(0, from), to).some((token) => pattern.test(token.word))
  const isAged = word(
    0,
    99,
    /^(open|older|old|waiting|pending|unassigned|age|ago|been|queue|since|unfinished|sitting|outstanding|newer|younger|progress|review|untouched)$/,
  )
  const near = (kind: Kind) => slots.all.some((other) => meaningOf(other, kind))
  // No filter expresses by how many days a completion was late.
  if (filter.late !== undefined) return undefined
  const isOld = side !== undefined && /^(older|younger|newer)$/.test(slots.word(side.at))
  if ((filter.overdue === true || near('overdue')) && !isOld) {
    const exact = side?.isInclusive === true ? days - 1 : days
    return side?.isLess
      ? { fewerDaysOverdue: days, overdue: true }
      : { moreDaysOverdue: side ? exact : Math.max(0, days - 1), overdue: true }
  }
  const isDue = [...slots.of('event')].find(({ meaning }) => meaning.event === 'due')
  if (isDue) {
    isDue.slot.isUsed = true
    const end = stepBack(today, -count, unit)
    return side && !side.isLess ? { dueFrom: addDays(end, 1) } : { dueFrom: today, dueTo: end }
  }
  if (slots.has('idle')) {
    slots.claim('idle')
    return { updatedTo: addDays(before, -1) }
  }
  const isWithin = slots.word(slot.at - 1) === 'within' || slots.word((slots.all[i - 1] ?? slot).at - 1) === 'in'
  const isDoneIn = filter.status?.join() === 'completed' && isWithin
  const isTaken = isDoneIn || (near('measure') && word(0, 99, /^(take|takes|took|taken|taking|needed|lasted)$/))
  if (isTaken && side) {
    slots.claim('measure')
    return {
      ...(side.isLess ? { fewerDaysTaken: days } : { moreDaysTaken: side.isInclusive ? days - 1 : days }),
      status: ['completed'],
    }
  }
  if (!side && !word(slot.at - 2, slot.at, /^(for|since)$/)) return undefined
  const isStarted = filter.status?.length === 1 && filter.status[0] === 'in_progress'
  if (!isAged && !isStarted) return undefined
  const event = isStarted ? 'started' : 'created'
  return side?.isLess
    ? rangeOf(event, { from: addDays(before, 1) })
    : rangeOf(event, { to: addDays(before, side && !side.isInclusive ? -1 : 0) })
}

/** "more than", "at most": next to the quantity, or with "by" or "for" between. */
function sideOf(slots: Slots, i: number): { at: number; isLess: boolean; isInclusive: boolean } | undefined {
  const neighbours = [slots.all[i - 1], slots.all[i + 1], slots.all[i - 2]].filter((slot) => slot !== undefined)
  const side = neighbours.find(
    (slot) => ORDERS.some((kind) => meaningOf(slot, kind)) && Math.abs(slot.at - slots.all[i]!.at) < 6,
  )
  if (!side) return undefined
  const typed = slots.words(side.at, side.end)
  side.isUsed = true
  const isMore = meaningOf(side, 'more') !== undefined || meaningOf(side, 'older') !== undefined
  return { at: side.at, isLess: !isMore, isInclusive: /\b(least|no less|minimum|or more|not less)\b/.test(typed) }
}
