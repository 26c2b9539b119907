import { asPhrase, hasSeveralWords } from '../../../shared/assistant/mentions.ts'
import { PLAIN_WORDS } from '../grammar/plain-words.ts'
import { type Kind, meaningOf, type Slot, type Slots } from './slots.ts'

export const ENDS =
  /^(still|currently|that|which|who|are|is|were|was|and|or|but|by|since|from|between|before|already|yet|until|please|[?.!,;:])$/
const MAX_WORDS = 8
/** "barcode requests", but not "how does classification work" */
export const REQUEST = /^(request|rfd|ticket|issue|item|task|case|one)s?$/

/** The topic to search for: a quoted text, or the words after "about". Removes them from all other rules. */
export function topicIn(slots: Slots, question: string): string | undefined {
  const quoted = slots.tokens.findIndex(({ word }) => word.startsWith('“'))
  if (quoted >= 0) {
    take(slots, quoted, quoted + 1)
    slots.claim('about')
    return slots.tokens[quoted]!.word.slice(1)
  }
  for (const { slot } of slots.of('about')) {
    // "about to be late" is about the future.
    if (slots.word(slot.at) === 'about' && slots.word(slot.end) === 'to') continue
    // "a request to search declarations by number": everything that follows is the topic.
    const isWish = slots.has('similar') && slots.word(slot.at) === 'search' && slots.word(slot.at - 1) === 'to'
    const [at, end] = isWish ? [slot.at, endOf(slots)] : stretch(slots, slot, question)
    if (end <= at) continue
    if (isOfSomebody(slots, at, end)) continue
    slot.isUsed = true
    for (const inner of slots.all)
      if (inner.at >= slot.end && inner.end <= at && meaningOf(inner, 'about')) inner.isUsed = true
    if (!isWish && isDescribed(slots, at, end)) continue
    take(slots, at, end)
    return topicOf(slots, slots.text(at, end, question))
  }
  return undefined
}

/** Words in quotation marks are searched as a phrase, unless after "all of". */
export function searchFor(slots: Slots, topic: string): string {
  const index = slots.tokens.findIndex(({ word }) => word.startsWith('“'))
  const isAnywhere = slots.word(index - 1) === 'of' && slots.word(index - 2) === 'all'
  return index >= 0 && hasSeveralWords(topic) && !isAnywhere ? asPhrase(topic) : topic
}

/** "tell me about the overdue ones": a filter, not a topic. */
function isDescribed(slots: Slots, at: number, end: number): boolean {
  const inside = slots.all.filter((slot) => slot.at >= at && slot.end <= end)
  const last = inside.at(-1)
  const values: Kind[] = ['status', 'overdue', 'priority', 'unassigned']
  const isKnown = (one: number) =>
    PLAIN_WORDS.has(slots.word(one)) || inside.some((slot) => slot.at <= one && one < slot.end)
  return (
    last?.end === end &&
    meaningOf(last, 'noun') !== undefined &&
    inside.some((slot) => values.some((kind) => meaningOf(slot, kind))) &&
    Array.from({ length: end - at }, (_, i) => at + i).every(isKnown)
  )
}

/** "mentioning tariff in the title": the place of the text is not part of the topic. */
function isPlaceOfText(slots: Slots, at: number): boolean {
  const next = slots.word(at + 1)
  const place = /^(?:the|their|its|a)$/.test(next) ? slots.word(at + 2) : next
  return /^(?:in|from)$/.test(slots.word(at)) && /^(?:it|them|title|name|subject|description|text)s?$/.test(place)
}

/** "about Bernard's requests": requests of an unknown person, not a topic. */
function isOfSomebody(slots: Slots, at: number, end: number): boolean {
  const last = slots.all.find((slot) => slot.end === end)
  return (
    /^'?s$/.test(slots.word(at + 1)) && end <= at + 4 && last !== undefined && meaningOf(last, 'noun') !== undefined
  )
}

/** A similarity search takes the words unchanged; a text search takes the singular. */
export function topicOf(slots: Slots, text: string): string {
  return slots.has('similar') ? clean(text) : singular(clean(text))
}

/** Texts are searched for substrings, so the singular finds both forms. */
function singular(text: string): string {
  return text.replace(/(?<=\p{L}{2}(?:ss|sh|ch|x))es(?!\p{L})/gu, '').replace(/(?<=\p{L}{3}[^sui])s(?!\p{L})/gu, '')
}

/** The words after a slot up to the end of the topic: a period, a place, a person, or another clause. */
function stretch(slots: Slots, { end: from }: Slot, question: string): [number, number] {
  let at = from
  // "search the request about the weighbridge"
  while (/^(the|a|an|of|any|some|our|my|to|on|with)$/.test(slots.word(at)) || isRequestAbout(slots, at)) at++
  let end = at
  while (end < slots.tokens.length && end - at < MAX_WORDS && !ENDS.test(slots.word(end))) {
    const slot = slots.all.find((one) => one.at === end || (one.at < end && end < one.end))
    if (slot && end > at && endsTopic(slots, slot)) break
    if (end > at && isPlaceOfText(slots, end)) break
    if (slot && end === at && (slot.period ?? slot.people)) break
    end++
  }
  // "single sign-on" is one word.
  const isApart = (i: number) => question[slots.tokens[i]!.start - 1] !== '-'
  while (end > at && /^(in|for|on|at|with|to|of|the)$/.test(slots.word(end - 1)) && isApart(end - 1)) end--
  return [at, end]
}

function isRequestAbout(slots: Slots, at: number): boolean {
  const isAbout = (one: number) => /^(about|regarding|concerning|on)$/.test(slots.word(one))
  return REQUEST.test(slots.word(at)) ? isAbout(at + 1) : isAbout(at) && REQUEST.test(slots.word(at - 1))
}

function endsTopic(slots: Slots, slot: Slot): boolean {
  if (slot.period ?? slot.people) return true
  // "trucks due this month"
  if (meaningOf(slot, 'event') && slots.all.some(({ at, period }) => period && at === slot.end)) return true
  // "tariffs in progress": a status, not part of the topic.
  if (slots.word(slot.at) === 'in' && meaningOf(slot, 'status')) return true
  if (meaningOf(slot, 'not')?.isList) return true
  const isPlace = meaningOf(slot, 'department') !== undefined && /^(in|from|at|for)$/.test(slots.word(slot.at - 1))
  return isPlace
}

/** The index of the end, without the question mark. */
function endOf(slots: Slots): number {
  const last = slots.tokens.length
  return /^[?.!]$/.test(slots.word(last - 1)) ? last - 1 : last
}

/** Replaces the slots of these words by a used one, so that no other rule reads them. */
export function take(slots: Slots, at: number, end: number): void {
  const inside = (slot: Slot) => slot.at < end && slot.end > at
  for (const slot of slots.all.filter(inside)) slot.isUsed = true
  for (let i = slots.all.length - 1; i >= 0; i--) if (inside(slots.all[i]!)) slots.all.splice(i, 1)
  slots.all.push({ at, end, meanings: [], isUsed: true })
  slots.all.sort((a, b) => a.at - b.at)
}

function clean(text: string): string {
  return text
    .replace(/[“”"?!.,;:]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
}
