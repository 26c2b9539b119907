import { MONTH_NAMES } from '../../../shared/written-dates.ts'
import type { Command } from '../grammar/commands.ts'
import { placeOfObject } from './order-object.ts'
import { meaningOf, type Slots } from './slots.ts'

const POLITE =
  /^(please|can|could|would|will|you|kindly|hey|hi|hello|ok|okay|go|ahead|and|just|now|to|i|want|need|like|us|let|lets|also|then|so|,|assistant|bot|must|have|should|we|am|going|the|system|your|do|for|me|would|may)$/
/** Nouns that make a verb no order: "a complete list". */
const NO_ORDER = /^(list|overview|picture|summary|chart|table|report|graph|rate|date|dates|time|up|requests)$/

/** A verb in the imperative at the beginning: "cancel …", "please assign …", "can you delete …". */
export function commandIn(slots: Slots): Command | undefined {
  let first = 0
  while (first < slots.tokens.length && POLITE.test(slots.word(first))) first++
  const isAsked = /^(can|could|may|should|must|do|am|will|would|shall) (i|we|it|they|the)\b/.test(slots.words(0, 2))
  if (isReport(slots)) return 'reports'
  const passive = commandOfPassive(slots)
  if (passive) return passive
  const toOne = commandToOne(slots)
  if (toOne) return toOne
  const slot = slots.all.find(({ at }) => at === first)
  const meaning = slot && meaningOf(slot, 'command')
  const words = slots.tokens.map(({ word }) => word)
  // "tell Samuel that it is late", "let Elena know"
  const addressed = slots.all.find(({ at }) => at === first || at === first + 1)
  if (
    addressed?.people &&
    (/^(tell|ask)$/.test(words[first]!) || (words[first - 1] === 'let' && words.includes('know')))
  )
    return 'send'
  // "share per department": here "share" is a noun.
  const isNoun = slot?.end === first + 1 && /^(of|per|by)$/.test(slots.word(first + 1))
  if (
    !meaning ||
    isNoun ||
    isAsked ||
    (NO_ORDER.test(slots.word(slot.end)) && meaning.command !== 'export') ||
    !slots.tokens.slice(first + 1).some(({ word }) => /[\p{L}\d]/u.test(word))
  )
    return undefined
  const hasNumber = words.some((word) => /^(rfd.*\d|#\d+)/.test(word))
  // "split critical ones by who asked" is a grouping.
  if (meaning.command === 'combine' && !hasNumber) return undefined
  const isOfRequests = /^(cancel|assign|decide|edit|create)$/.test(meaning.command)
  const place = isOfRequests && !hasNumber ? placeOfObject(words[slot.at]!, words.slice(slot.at + 1)) : undefined
  if (place !== undefined) return place === 'shown' ? undefined : place
  // "remove Jonas from the system"
  const next = slots.all.find(({ at }) => at >= slot.end)
  if (next?.people && AGAINST_PEOPLE.test(slots.word(slot.at)) && !slots.has('noun')) return 'people'
  const isAboutRole =
    slots.all.some(({ people }) => people) &&
    /\b(manager|administrator|admin|user)\b/.test(slots.words(first)) &&
    !slots.has('noun')
  // All commands of the grammar are keys of `COMMANDS`.
  return isAboutRole ? 'people' : (meaning.command as Command)
}

/** "Monthly report October", "show me the report for last month": a report made under Export Reports. */
function isReport(slots: Slots): boolean {
  const words = slots.words()
  return NAMED_REPORT.test(words) || REPORT_OF_TIME.test(words)
}

const LEAD = String.raw`^(?:(?:please|show|me|give|get|open|see|run|i|we|need|want|would|like|to|where|is|can|could|have|the|our|a|my|this|last) )*`
const MONTHS = MONTH_NAMES.join('|')
const NAMED_REPORT = new RegExp(
  String.raw`${LEAD}(?:(?:month|quarter|year) 's|monthly|quarterly|annual|yearly|management|overdue|workload|${MONTHS})(?: management)? reports?(?: (?!.*\b(?:say|says|said|mention\w*|ask\w*|wr[io]t\w*)\b)|\W*$)`,
)
const REPORT_OF_TIME = new RegExp(
  String.raw`${LEAD}reports? (?:for|of|on|from|about) (?:the )?(?:(?:this|last|previous) (?:week|month|quarter|year)|${MONTHS}|q[1-4]|20\d\d)\b[^?]{0,9}\??$`,
)

const AGAINST_PEOPLE = /^(remove|delete|block|unblock|lock|unlock|deactivate|invite|reset|demote|promote|fire|hire)$/

/** "Could someone please delete RFD-2026-0042": a verb right before the request, and no question. */
export function commandToOne(slots: Slots): Command | undefined {
  const words = slots.tokens.map(({ word }) => word)
  const number = words.findIndex((word) => /^(rfd.*\d|#\d+)/.test(word))
  const isWish =
    /^(?:please |hi |hello )*(?:(?:can|could|would|will) (?:somebody|someone|anybody|anyone|you)|i (?:would |need |want |wish |like )|we (?:need|want|should|must)|let )\b/
  if (number < 0 || !isWish.test(words.join(' '))) return undefined
  const verb = slots.all.findLast((slot) => slot.end <= number && slot.end >= number - 2 && meaningOf(slot, 'command'))
  // All commands of the grammar are keys of `COMMANDS`.
  return verb && (meaningOf(verb, 'command')!.command as Command)
}

const TO_BE_DONE =
  /\b(?:needs? to be|should be|must be|can be|could be|may be|has to be|have to be|(?:want|like|need) .{1,60}) (cancelled|canceled|withdrawn|deleted|removed|assigned|reassigned|handed over|approved|accepted|rejected|closed|reopened|completed|moved|set|raised|changed|postponed|escalated)\b/
const DONE: Record<string, Command> = {
  cancelled: 'cancel',
  canceled: 'cancel',
  withdrawn: 'cancel',
  deleted: 'cancel',
  removed: 'cancel',
  assigned: 'assign',
  reassigned: 'assign',
  'handed over': 'assign',
  approved: 'decide',
  accepted: 'decide',
  rejected: 'decide',
  closed: 'decide',
  reopened: 'decide',
  completed: 'decide',
}

/** "RFD-2026-0042 should be cancelled", "I want it closed": an order about one request. */
function commandOfPassive(slots: Slots): Command | undefined {
  const words = slots.tokens.map(({ word }) => word)
  const isQuestion =
    words.at(-1) === '?' || /^(which|what|who|how|when|why|is|are|can|could|list|show)$/.test(words[0] ?? '')
  const isOne =
    words.some((word) => /^(rfd.*\d|#\d+)/.test(word)) ||
    /\bmy (last |latest )?(request|ticket)\b/.test(words.join(' '))
  const verb = TO_BE_DONE.exec(words.join(' '))?.[1]
  return isQuestion || !isOne || verb === undefined ? undefined : (DONE[verb] ?? 'edit')
}
