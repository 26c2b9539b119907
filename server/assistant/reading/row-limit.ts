import { meaningOf, type Kind, type Slot, type Slots } from './slots.ts'
import type { Ask } from './asks.ts'
import { TIMES } from './groups.ts'
import { isSingular } from './orders.ts'

const FIRST_FEW = 3

/** "the three oldest", "top 5", "last ten"; one for a noun in the singular. */
export function limitIn(slots: Slots, ask: Ask): void {
  const number = slots.all.find(
    (slot, i) =>
      slot.number !== undefined &&
      !slot.isUsed &&
      slot.number > 0 &&
      slot.number <= 50 &&
      isLimit(slots, i) &&
      !isOneOfThose(slots, slot),
  )
  const leading = slots.first('first') ?? slots.first('last')
  const isNextDue =
    number !== undefined && slots.word(number.at - 1) === 'next' && slots.has('event', ({ event }) => event === 'due')
  if (isNextDue) {
    ask.sort = 'due'
    for (const { slot, meaning } of slots.of('event')) if (meaning.event === 'due') slot.isUsed = true
  }
  if (number && (ask.sort ?? ask.group ?? leading)) {
    number.isUsed = true
    ask.limit = number.number!
    if (leading) {
      leading.slot.isUsed = true
      const isDone = slots.has('status', ({ status }) => status[0] === 'completed')
      if (!ask.group && slots.has('last')) ask.sort ??= isDone ? 'finished' : 'newest'
      else if (ask.group) ask.order ??= 'most'
    }
    return
  }
  const top = slots.first('first')
  if (top && ask.group && slots.word(top.slot.at) === 'top') {
    top.slot.isUsed = true
    ask.order ??= 'most'
  }
  if (leading && !ask.sort && !ask.group && ask.measure === 'list' && isLeadingOne(slots, leading.slot)) {
    leading.slot.isUsed = true
    const isDone = slots.has('status', ({ status }) => status[0] === 'completed')
    ask.sort = meaningOf(leading.slot, 'first') ? 'oldest' : isDone ? 'finished' : 'newest'
    ask.limit = 1
    return
  }
  // "What should I do first?": the answer is the first few, not a count.
  const isMine = [...slots.of('sort')].some(({ slot }) => meaningOf(slot, 'me'))
  if (isMine && ask.measure === 'list') {
    ask.limit = FIRST_FEW
    return
  }
  if (!ask.sort || !isSingular(slots) || ask.measure !== 'list') return
  ask.limit = 1
  // "what is the status of the oldest one": shown on its card
  for (const { slot, meaning } of slots.of('group')) if (!TIMES.has(meaning.group)) slot.isUsed = true
}

/** "the first one": an ordinal reference, not a number. */
function isOneOfThose(slots: Slots, { at }: Slot): boolean {
  return slots.word(at) === 'one' && /^(first|last|second|third)$/.test(slots.word(at - 1))
}

function isLimit(slots: Slots, i: number): boolean {
  const near = [slots.all[i - 1], slots.all[i + 1]].filter((slot) => slot !== undefined)
  const kinds: Kind[] = ['sort', 'order', 'first', 'last', 'group', 'noun', 'status', 'overdue', 'priority', 'event']
  return near.some((slot) => kinds.some((kind) => meaningOf(slot, kind)))
}

/** "the first request ever", "the last one that was completed" */
function isLeadingOne(slots: Slots, { at, end }: Slot): boolean {
  const noun = slots.all.find((slot) => slot.at >= end && slot.at <= end + 1 && meaningOf(slot, 'noun'))
  // "the first one" of the previous results, whose order is not known here
  const isOfThose =
    !slots.has('event') &&
    !slots.has('status') &&
    noun !== undefined &&
    slots.word(noun.at) === 'one' &&
    !/\p{L}/u.test(slots.word(noun.end))
  return noun !== undefined && !isOfThose && slots.word(at - 1) !== 'my' && !slots.word(noun.end - 1).endsWith('s')
}
