import type { Measure } from '../../../shared/assistant/query.ts'
import type { Slot, Slots } from './slots.ts'
import type { Ask } from './asks.ts'
import { isOpen } from '../../../shared/request-rules.ts'

export function measureIn(slots: Slots): { measure: Measure; isSaid: boolean } {
  const measures = new Set<Measure>()
  for (const { slot, meaning } of slots.of('measure')) {
    if (slot.isUsed) continue
    measures.add(meaning.measure)
    if (meaning.measure !== 'duration') slot.isUsed = true
  }
  const isDuration = measures.has('duration') || isTimed(slots) || (slots.has('stage') && slots.has('statistic'))
  if (isDuration && !isOnlyTook(slots, measures.has('count'))) {
    slots.claim('measure')
    return { measure: 'duration', isSaid: true }
  }
  if (measures.has('share') || slots.has('rate')) return { measure: 'share', isSaid: true }
  if (measures.has('count')) return { measure: 'count', isSaid: true }
  return { measure: 'list', isSaid: measures.has('list') }
}

/** "cycle time by priority", "median days for API requests" */
function isTimed(slots: Slots): boolean {
  if ([...slots.of('stage')].some(({ slot }) => isHowOld(slots, slot)) && !slots.has('sort')) return true
  const isNamed = [...slots.of('stage')].some(
    ({ slot }) => /^times?$/.test(slots.word(slot.end - 1)) || /^times?$/.test(slots.word(slot.at - 1)),
  )
  const unit = [...slots.of('statistic')].find(({ slot }) => /^(days|weeks)$/.test(slots.word(slot.end)))
  if (!unit) return isNamed
  const at = unit.slot.end
  if (!slots.all.some((slot) => slot.at <= at && at < slot.end))
    slots.add({ at, end: at + 1, meanings: [], isUsed: true })
  return true
}

/** "How old is the backlog?" asks for ages. */
function isHowOld(slots: Slots, { at, end }: Slot): boolean {
  return slots.word(at) === 'how' && slots.word(end - 1) === 'old' && /^(is|are)$/.test(slots.word(end))
}

/** "Which requests took …" and "how many took …" ask for requests, "how long …" for a time. */
function isOnlyTook(slots: Slots, isCounted: boolean): boolean {
  const words = [...slots.of('measure')]
    .filter(({ meaning }) => meaning.measure === 'duration')
    .map(({ slot }) => slots.word(slot.at))
  const isVerb = words.length > 0 && words.every((word) => /^(take|takes|took|taken|taking)$/.test(word))
  return isVerb && !slots.has('statistic') && (isCounted || !slots.has('group'))
}

export function durationIn(slots: Slots, ask: Ask): void {
  ask.statistic = slots.first('statistic')?.meaning.statistic ?? 'median'
  const words = slots.words()
  const isWaiting =
    /\b(been (open|waiting|pending|around|sitting|there)|waiting|wait|sitting|sit)\b/.test(words) &&
    !/\b(take|takes|took|taken)\b/.test(words)
  const areOpen = slots.first('status')?.meaning.status.every(isOpen) === true && !TAKES_TO_FINISH.test(words)
  // "how soon do we start critical ones": the time until work begins.
  const start = [...slots.of('event')].find(({ meaning }) => meaning.event === 'started')
  const isToStart = start !== undefined && !slots.has('stage') && !slots.all.some(({ period }) => period)
  if (isToStart) start.slot.isUsed = true
  ask.stage =
    slots.first('stage')?.meaning.stage ??
    (isToStart ? 'review' : isWaiting || (areOpen && !STAYS.test(words)) ? 'age' : 'lead')
  slots.claim('statistic', 'stage', 'measure')
}

/** "how long does it take Ravi to finish": about requests that he has finished, not open ones. */
const TAKES_TO_FINISH =
  /\b(?:take|takes|took|taken|taking|need|needs|needed) (?:\S+ ){0,3}to (?:finish|complete|close|deliver)\b/

/** How long something stays open is the lead time of completed requests. */
const STAYS = /\b(stay|stays|stayed|remain|remains|remained)\b/
