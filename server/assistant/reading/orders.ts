import { meaningOf, type Slots } from './slots.ts'
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

/** "the oldest request", but not "the oldest requests". */
export function isSingular(slots: Slots): boolean {
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
