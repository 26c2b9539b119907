import type { Ask } from './asks.ts'
import { type Kind, meaningOf, type Slots } from './slots.ts'

const FIRST_WORDS = /^(and|only|just|also|but|or|now|instead|same|then|so|again)$/
/** A question of at most this many words, with neither measure nor subject, is a follow-up. */
const FEW_WORDS = 7

/** Whether a question is a follow-up to the previous one. */
export function isFollowUp(slots: Slots, ask: Ask): boolean {
  if (
    slots.has('those') ||
    isSorting(slots) ||
    (/\b(?:is|was|are|were|does|did) (?:that|it|they|this)\b/.test(slots.words()) && !hasOwnSubject(slots)) ||
    /^(i mean|i meant|no i mean|that is)\b/.test(slots.words())
  )
    return true
  if (slots.has('summary')) return false
  const [first, second] = [slots.word(0), slots.word(1)]
  const isAbout = /^(what|how)$/.test(first) && second === 'about'
  const hasNoun = hasOwnSubject(slots)
  if (isAbout || (FIRST_WORDS.test(first) && !(hasNoun && ask.isSaid))) return true
  if (isOfItsOwn(slots, ask)) return false
  if (isElliptical(slots, ask, hasNoun)) return true
  const isShort = slots.tokens.filter(({ word }) => /[\p{L}\d]/u.test(word)).length <= FEW_WORDS
  return isShort && !hasNoun && !ask.isSaid && !ask.isTrend && !ask.isWorkload && !slots.has('compare')
}

const ASKING = /^(?:which|what|who|whose|how)$/

/** "Which priority takes longest?", "What is the average lead time?": names its own group or figure, unlike "which is the oldest?". */
function isOfItsOwn(slots: Slots, ask: Ask): boolean {
  if (!ASKING.test(slots.word(0)) || slots.has('preceding') || hasOnes(slots)) return false
  return ask.measure === 'duration' && (ask.group !== undefined || slots.has('statistic'))
}

/** A whole question that continues without a word of it, so that the answer has to say so. */
export function isEllipticalFollowUp(slots: Slots): boolean {
  return ASKING.test(slots.word(0)) && slots.word(1) !== 'about' && !slots.has('those') && !hasOnes(slots)
}

function hasOnes(slots: Slots): boolean {
  return slots.tokens.some(({ word }) => /^(?:ones?|them|they|those|these|it|that|this)$/.test(word))
}

/** "sort them by due date" */
function isSorting(slots: Slots): boolean {
  return [...slots.of('by')].some(({ slot }) =>
    slots.tokens.slice(slot.at, slot.end).some(({ word }) => /^(them|these|those)$/.test(word)),
  )
}

const VALUES: Kind[] = ['status', 'priority', 'department', 'type', 'overdue', 'on-time', 'unassigned', 'me', 'event']

/** "Which is the oldest?", "average age": an order or a figure without a subject. */
function isElliptical(slots: Slots, ask: Ask, hasNoun: boolean): boolean {
  const isOfSomething = namesValue(slots)
  const isShort = slots.tokens.filter(({ word }) => /[\p{L}\d]/u.test(word)).length <= FEW_WORDS
  return isShort && !hasNoun && !isOfSomething && !ask.isWorkload && (ask.sort ?? ask.stage ?? ask.limit) !== undefined
}

function namesValue(slots: Slots): boolean {
  return slots.all.some(
    (slot) => slot.people !== undefined || slot.period !== undefined || VALUES.some((kind) => meaningOf(slot, kind)),
  )
}

/** The second part of a question: "… and how many got rejected?" */
export function isSecondPart(slots: Slots, ask: Ask): boolean {
  const asks = ask.measure === 'duration' || ask.measure === 'share' || (ask.group ?? ask.sort) !== undefined
  return !hasOwnSubject(slots) && !ask.isWorkload && (asks || namesValue(slots))
}

/** "requests", not "ones" */
export function hasOwnSubject(slots: Slots): boolean {
  return [...slots.of('noun')].some(({ slot }) => !/^(one|ones|thing|things)$/.test(slots.word(slot.at)))
}
