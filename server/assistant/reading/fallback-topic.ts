import { PLAIN_WORDS } from '../grammar/plain-words.ts'
import { type Kind, meaningOf, type Slots } from './slots.ts'
import { ENDS, REQUEST, topicOf, take } from './topic.ts'

/** Words unknown to the grammar after "for" or "on", or before the noun: "requests for barcode scanning". */
export function fallbackTopic(slots: Slots, question: string): string | undefined {
  const unknown = (at: number) => at < slots.tokens.length && isUnknown(slots, at)
  for (let index = 0; index < slots.tokens.length; index++) {
    if (!unknown(index)) continue
    let end = index
    while (
      end < slots.tokens.length &&
      !ENDS.test(slots.word(end)) &&
      (unknown(end) || unknown(end + 1) || (end > index && isPartOfTopic(slots, end)))
    )
      end++
    while (end > index && !unknown(end - 1)) end--
    const isAfter = isAfterPreposition(slots, index)
    const next = slots.all.find((slot) => slot.at === end)
    // "who approves requests"
    if (/^(who|we|they|i|you|people|to|did|does|do|can|not)$/.test(slots.word(index - 1))) return undefined
    // "the cheapest request", "on hold": a property of the requests.
    if (/(est|hold|ed|selves|self)$|^(other|same|next|previous|following|different)$/.test(slots.word(index)))
      return undefined
    const isWhole = Array.from({ length: end - index }, (_, i) => index + i).every(unknown)
    const isBeforeNoun =
      next !== undefined && REQUEST.test(slots.word(next.at)) && isWhole && !isAfterNoun(slots, index)
    if (!isAfter && !isBeforeNoun) return undefined
    take(slots, index, end)
    return topicOf(slots, slots.text(index, end, question))
  }
  return undefined
}

/** "requests for …", but not "waiting for …": the preposition has to belong to the requests. */
function isAfterPreposition(slots: Slots, at: number): boolean {
  const before = [at - 1, at - 2].find((one) => /^(for|on)$/.test(slots.word(one)))
  if (before === undefined) return false
  const verb = slots.all.find(({ end }) => end === before || end === before + 1)
  if (/(^|s)(week|day|month|year|weekday|weekend)s?$|days?$/.test(slots.word(at))) return false
  const isFor = slots.word(before) === 'for'
  const owners: Kind[] = ['noun', 'department', 'all', 'measure', ...(isFor ? (['event', 'similar'] as const) : [])]
  return !verb || owners.some((kind) => meaningOf(verb, kind))
}

/** "requests depend …": a predicate of the requests is not their topic. */
function isAfterNoun(slots: Slots, at: number): boolean {
  return slots.all.some((slot) => slot.end === at && meaningOf(slot, 'noun'))
}

function isPartOfTopic(slots: Slots, at: number): boolean {
  return !slots.all.some((slot) => slot.at <= at && at < slot.end && slot.isUsed)
}

function isUnknown(slots: Slots, at: number): boolean {
  const word = slots.word(at)
  const slot = slots.all.find((one) => one.at <= at && at < one.end)
  const isOrder =
    slot !== undefined && slot.meanings.length > 0 && slot.meanings.every(({ kind }) => kind === 'command')
  const isKnown = slot !== undefined && !isOrder
  // "on the 10th" is a day, not a topic.
  return (
    /\p{L}/u.test(word) && !/^\d+(?:st|nd|rd|th)$/.test(word) && word !== 'until' && !PLAIN_WORDS.has(word) && !isKnown
  )
}
