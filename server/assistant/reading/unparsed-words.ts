import { LIGHT_WORDS, MODAL_WORDS, PLAIN_WORDS } from '../grammar/plain-words.ts'
import { meaningOf, type Kind, type Slot, type Slots } from './slots.ts'
import { isAcrossFields, isGroupingByUnknown, isInexpressible, isActionByAsker } from './inexpressible.ts'

/** Slots that carry no condition of their own when no rule used them. */
const SILENT = new Set<Kind>([
  'noun',
  'now',
  'all',
  'yet',
  'and',
  'or',
  'those',
  'follow',
  'me',
  'filler',
  'measure',
  'by',
  'guide',
  'summary',
])

/** The words that no rule used, in runs as typed: "by more than 2 weeks". */
export function unparsedWords(slots: Slots, question: string): string[] {
  const isLeft = slots.tokens.map((_, i) => isContent(slots, i))
  const left: string[] = []
  for (let i = 0; i < isLeft.length; i++) {
    if (!isLeft[i]) continue
    let end = i + 1
    // A function word between two words left out belongs to them.
    while (isLeft[end] || (isLeft[end + 1] && isSmall(slots, end))) end++
    const first = slots.all.find((slot) => slot.at <= i && i < slot.end && !slot.isUsed)?.at ?? i
    left.push(slots.text(first, end, question))
    i = end
  }
  return [...new Set(left)]
}

/** "Which of them …?", "is it done" without a previous answer: the pronoun refers to nothing. */
export function unresolvedPronouns(slots: Slots): string[] {
  const isDepartment = (at: number) => slots.all.some((slot) => slot.at === at && meaningOf(slot, 'department'))
  const words = slots.tokens.map(({ word }, i) => (isDepartment(i) ? word.toUpperCase() : word)).join(' ')
  const [, ...pronouns] = DANGLING.exec(words) ?? []
  return pronouns.filter((pronoun) => pronoun !== undefined)
}

const DANGLING =
  /^(?:(?:and|so|but|then|ok|please) )*(?:(?:which|how many|how much|what|who|any|all|some|one|most|none) of (them|those|these)\b|(?:is|was|has) (it|he|she|this|that) (?!take|possible|normal|usual|one\b)|(it|he|she|that) (?:is|was|has)\b|(?:of|among|amongst|from|out of) (those|these|them)\b)/

function isSmall(slots: Slots, at: number): boolean {
  return /^\p{L}/u.test(slots.word(at)) && PLAIN_WORDS.has(slots.word(at))
}

function isContent(slots: Slots, at: number): boolean {
  // "which requests did Samuel and Ravi both work on": a request has only one assignee.
  if (slots.word(at) === 'both' && slots.all.some(({ people }) => people)) return !slots.has('compare')
  const slot = slots.all.find((one) => one.at <= at && at < one.end)
  if (slot) {
    if (isInexpressible(slots, slot)) return true
    if (slot.isUsed) return false
    if (slot.period ?? slot.people ?? slot.quantity) return true
    // "some request of me": a restriction that no rule used.
    if (/^(me|mine)$/.test(slots.word(slot.at)) && /^(of|by|from)$/.test(slots.word(slot.at - 1))) return true
    // "how many requests concern me": an unknown relation to the asker.
    if (slots.word(at) === 'me' && HAVING_TO_DO.test(slots.word(at - 1))) return true
    if (isAcrossFields(slots, slot) || isActionByAsker(slots, slot)) return true
    if (isPreposition(slots, slot) || isBeforeDepartment(slots, slot)) return false
    if (/^(person|colleague|employee)$/.test(slots.word(slot.at)) && /^an?$/.test(slots.word(slot.at - 1))) return true
    if (/\b(others?|rest)$/.test(slots.word(slot.end - 1)) && meaningOf(slot, 'those')) return true
    if (['duration', 'share'].includes(meaningOf(slot, 'measure')?.measure ?? '')) return true
    // "how many are before me in the queue"
    const next = slots.all.find(({ at: first }) => first === slot.end)
    if (/^(before|behind|after)$/.test(slots.word(slot.at)) && next && (meaningOf(next, 'me') ?? next.people))
      return true
    // "How many were completed then?": the time is not named.
    if (slots.word(slot.at) === 'then' && slot.at > 2 && !slots.all.some(({ period }) => period)) return true
    // "split by whoever …": an order or a group by something unknown.
    if (isGroupingByUnknown(slots, slot)) return true
    if (slot.number !== undefined) return slots.word(at) !== 'one' && slots.word(at) !== 'a'
    // "requests whose due date is …"
    if (slots.word(at) === 'whose' && slots.word(at - 1) !== '' && at > 0 && !meaningOf(slot, 'about'))
      return !isDescribed(slots, slot)
    // "people", "anyone": no restriction.
    if (
      slot.meanings.every((one) => one.kind === 'group' && one.group === 'person') &&
      (/^(any|some|every)(one|body)$|'s$/.test(slots.word(at)) || /^(did|do|does|have|has)$/.test(slots.word(at - 1)))
    )
      return false
    // A command verb is an ordinary word anywhere else.
    if (slot.meanings.every(({ kind }) => kind === 'command')) return !PLAIN_WORDS.has(slots.word(at))
    return slot.meanings.some(({ kind }) => !SILENT.has(kind))
  }
  const word = slots.word(at)
  // "what can Grace do": asks for a permission or duty.
  if (
    /^(can|could|may|should|must)$/.test(word) &&
    slots.all.some(({ people, at: first }) => people && first === at + 1)
  )
    return true
  if (MODAL_WORDS.has(word) && !slots.has('guide')) return !isPoliteModal(slots, at)
  // "does Jonas have time": availability is not known.
  if (word === 'time' && /^(have|has|had|got)$/.test(slots.word(at - 1))) return true
  // "is the database fine": no filter expresses well-being.
  if (/^(ok|okay|fine|good|great|right|sure)$/.test(word) && /^(is|are)$/.test(slots.word(0)) && at > 1) return true
  // "how long until it is finished"
  if (word === 'until' && slots.has('measure', ({ measure }) => measure === 'duration')) return false
  // "that Mai made for herself", "who made you"
  if (/^(him|her|it|them|your|my|our)sel(f|ves)$/.test(word))
    return !slots.all.some(({ people, at: first }) => people && /^(he|she)$/.test(slots.word(first)))
  if (word === 'you' && slots.all.some((slot) => slot.end === at && meaningOf(slot, 'event'))) return true
  // "Jonas's queue that he hasn't started"
  if (/^(he|she|him|her|his|hers)$/.test(word)) return !slots.all.some(({ people, at: first }) => people && first < at)
  return /[\p{L}\d]/u.test(word) && (!PLAIN_WORDS.has(word) || LIGHT_WORDS.has(word))
}

/** "could you tell me", "can we see", "I would like", "how many we might have", "if any": polite phrases without a condition. */
function isPoliteModal(slots: Slots, at: number): boolean {
  const next = slots.word(at + 1)
  if (next === 'have' && slots.word(at + 2) !== 'been') return true
  if (/^(should|shall|must|might)$/.test(slots.word(at))) return false
  if (slots.word(at) === 'if') return /^(any|there|you|i)$/.test(next)
  return next === 'like' || (/^(you|u|i|we|someone|somebody|anyone|anybody)$/.test(next) && (at < 4 || next !== 'we'))
}

const HAVING_TO_DO =
  /^(?:needs?|needed|wants?|wanted|involv\w+|concern\w*|affect\w*|block\w*|miss\w*|includ\w+|mention\w*|requir\w+|tagg\w+|without|except|but|before|after|behind|against|like)$/

/** "from", "with": they indicate a role only next to a person. */
function isPreposition(slots: Slots, { at, end, meanings }: Slot): boolean {
  return end === at + 1 && /^(from|with|want|wants)$/.test(slots.word(at)) && meanings.length > 0
}

function isDescribed(slots: Slots, slot: Slot): boolean {
  const next = slots.all[slots.all.indexOf(slot) + 1]
  return next !== undefined && next.isUsed && meaningOf(next, 'event')?.event === 'due'
}

/** "submitted by Compliance", "sitting with IT": always the request's department, in any role. */
function isBeforeDepartment(slots: Slots, slot: Slot): boolean {
  const next = slots.all.find(({ at }) => at === slot.end || at === slot.end + 1)
  return meaningOf(slot, 'role') !== undefined && next !== undefined && meaningOf(next, 'department') !== undefined
}
