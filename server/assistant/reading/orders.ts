import { meaningOf, type Kind, type Slot, type Slots } from './slots.ts'
import type { Ask } from './asks.ts'
import { TIMES } from './groups.ts'

/** "How old is the oldest one?" asks for that request. */
export function readSingleRequest(slots: Slots, ask: Ask): void {
  if (!ask.sort || ask.group || (ask.measure !== 'duration' && !slots.has('stage'))) return
  if (!isSingular(slots)) {
    for (const { slot } of slots.of('sort')) slot.isUsed = false
    return
  }
  slots.claim('stage', 'measure')
  ask.measure = 'list'
  ask.limit ??= 1
}

/** "the newest three from each department": sorting within groups is not supported. */
export function isolateSort(slots: Slots, ask: Ask): void {
  if (!ask.sort) return
  // "how many came in recently"
  if (!ask.group) {
    if (ask.measure === 'count' || ask.measure === 'share') for (const { slot } of slots.of('sort')) slot.isUsed = false
    return
  }
  if (ask.sort === 'overdue') ask.order = 'most'
  else for (const { slot } of slots.of('sort')) slot.isUsed = false
}

export function orderIn(slots: Slots, ask: Ask): void {
  const order = [...slots.of('order')].find(({ slot }) => !slot.isUsed || meaningOf(slot, 'group'))
  const sort = slots.first('sort')
  // "Who has the most overdue ones?" ranks people; "overdue" is a filter.
  const isRank =
    ask.group !== undefined &&
    sort !== undefined &&
    slots.word(sort.slot.at) === 'most' &&
    sort.slot.meanings.length > 1
  if (isRank) {
    sort.slot.isUsed = true
    ask.order = 'most'
    return
  }
  if (sort && !(order && ask.group && !TIMES.has(ask.group))) {
    slots.claim('sort')
    ask.sort = sort.meaning.sort
    // "Who has the oldest request?" asks for a request; its card shows the assignee.
    if (ask.group === 'assignee' || ask.group === 'requester') delete ask.group
    return
  }
  if (!order) return
  const { slot, meaning } = order
  if (ask.group) {
    slot.isUsed = true
    ask.order = meaning.order
    if (meaning.isDuration) ask.measure = 'duration'
    if (meaning.isShare) ask.measure = 'share'
    return
  }
  // "faster" compares, "fastest" ranks.
  const isComparative = /^(slower|faster|longer|shorter|quicker)$/.test(slots.word(slot.end - 1))
  if (!meaning.isDuration || ask.measure === 'duration' || isComparative) return
  slot.isUsed = true
  ask.sort = meaning.order === 'most' ? 'slowest' : 'fastest'
  ask.measure = 'list'
}

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

/** "the oldest request", but not "the oldest requests". */
function isSingular(slots: Slots): boolean {
  const noun = slots.first('noun')
  const words = slots.words()
  // "which of Elena's requests is due next"
  if (
    /^(which|what)\b.*\bof\b.* (is|was|has)\b/.test(words) ||
    /^(and |so )?((which|what)( one)? (is|was)|which( one)? has) \b/.test(words)
  )
    return true
  if (!noun) return false
  const word = slots.word(noun.slot.end - 1)
  return !word.endsWith('s') && !/^(stuff|work)$/.test(word)
}
