import type { Command } from '../grammar/commands.ts'
import { placeOfObject } from './order-object.ts'
import { meaningOf, type Kind, type Slots } from './slots.ts'

/** The type of a question, besides its query. */
export interface Frames {
  /** request numbers as typed */
  numbers: string[]
  /** about how something is done or what a word means */
  isGuide: boolean
  isWhy: boolean
  isFuture: boolean
  isSimilar: boolean
  /** "when could I have it" */
  isWhen: boolean
  isSummary: boolean
  /** "my request": the asker's newest */
  isMySingle: boolean
  /** "my last request", "my newest one" */
  isMyNewest: boolean
  /** the state of one request, what it waits for, or when it will be finished */
  isOutlook: boolean
  command: Command | undefined
}

const POLITE =
  /^(please|can|could|would|will|you|kindly|hey|hi|hello|ok|okay|go|ahead|and|just|now|to|i|want|need|like|us|let|lets|also|then|so|,|assistant|bot|must|have|should|we|am|going|the|system|your|do|for|me|would|may)$/
/** Nouns that make a verb no order: "a complete list". */
const NO_ORDER = /^(list|overview|picture|summary|chart|table|report|graph|rate|date|dates|time|up|requests)$/

export function framesIn(slots: Slots): Frames {
  const numbers = numbersIn(slots)
  slots.claim('future', 'similar', 'outlook', 'when')
  return {
    numbers,
    command: commandIn(slots),
    isGuide: isGuide(slots) && commandToOne(slots) === undefined,
    isWhy: within(slots, 'why', 4),
    isFuture: slots.has('future'),
    isSimilar: slots.has('similar') || asksForOne(slots) || isLikeNumber(slots),
    isWhen: slots.has('when'),
    isSummary: slots.has('summary'),
    isOutlook: slots.has('outlook') || slots.has('when'),
    isMyNewest: /\bmy (?:very )?(?:last|latest|newest|most recent) (?:request|rfd|ticket|submission|one)\b/.test(
      slots.words(),
    ),
    isMySingle: /\bmy( (last|latest|newest|own|first|most recent))? (request|rfd|ticket|submission)\b/.test(
      slots.words(),
    ),
  }
}

/** "Is there a request for …?" looks for a similar request. */
function asksForOne(slots: Slots): boolean {
  const words = slots.words()
  return /^(?:is|was) there (?:already |maybe )?(?:(?:a|some|any) (?:request|ticket|rfd)|something|anything) (?:for|about|on|to)\b/.test(
    words,
  )
}

/** "Are there requests like RFD-2026-0042?", but not "how long do requests like … take". */
function isLikeNumber(slots: Slots): boolean {
  const words = slots.words()
  return /^(?!(?:how(?! many)|why|when|what (?:do|does|did)) ).*\b(?:requests?|rfds?|tickets?|ones?|others?|more|any|some) (?:just |much |rather )?like (?:the )?(?:request |ticket )?(?:rfd\S*\d|#\d)/.test(
    words,
  )
}

/** "RFD-2026-0042", "#42", "request 42". */
function numbersIn(slots: Slots): string[] {
  const found: string[] = []
  slots.tokens.forEach(({ word, text }, at) => {
    if (/^rfd.*\d/.test(word) || /^#\d+$/.test(word) || /^0\d{2,5}$/.test(word)) {
      found.push(text.replace(/[./_-]+$/, ''))
      for (let i = slots.all.length - 1; i >= 0; i--) if (slots.all[i]!.at === at) slots.all.splice(i, 1)
      slots.all.push({ at, end: at + 1, meanings: [], isUsed: true })
    }
  })
  slots.all.forEach((slot, i) => {
    const noun = slots.all[i - 1]
    if (
      slot.number === undefined ||
      !/^\d+$/.test(slots.word(slot.at)) ||
      slot.isUsed ||
      !noun ||
      !meaningOf(noun, 'noun')
    )
      return
    const isNamed =
      noun.end === slot.at || (noun.end === slot.at - 1 && /^(number|no|nr|:|id)$/.test(slots.word(slot.at - 1)))
    if (!isNamed || slots.word(noun.at).endsWith('s')) return
    slot.isUsed = true
    found.push(slots.word(slot.at))
  })
  slots.all.sort((one, other) => one.at - other.at)
  return [...new Set(found)]
}

/** A verb in the imperative at the beginning: "cancel …", "please assign …", "can you delete …". */
function commandIn(slots: Slots): Command | undefined {
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
const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'
const NAMED_REPORT = new RegExp(
  String.raw`${LEAD}(?:(?:month|quarter|year) 's|monthly|quarterly|annual|yearly|management|overdue|workload|${MONTHS})(?: management)? reports?(?: (?!.*\b(?:say|says|said|mention\w*|ask\w*|wr[io]t\w*)\b)|\W*$)`,
)
const REPORT_OF_TIME = new RegExp(
  String.raw`${LEAD}reports? (?:for|of|on|from|about) (?:the )?(?:(?:this|last|previous) (?:week|month|quarter|year)|${MONTHS}|q[1-4]|20\d\d)\b[^?]{0,9}\??$`,
)

const AGAINST_PEOPLE = /^(remove|delete|block|unblock|lock|unlock|deactivate|invite|reset|demote|promote|fire|hire)$/

/** "Could someone please delete RFD-2026-0042": a verb right before the request, and no question. */
function commandToOne(slots: Slots): Command | undefined {
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

/** A how-to phrase at the beginning, which excludes "… and what should be finished". */
function isGuide(slots: Slots): boolean {
  const isUrgent = slots.has('sort', ({ sort }) => sort === 'urgent')
  if (slots.all.some(({ people }) => people) || slots.has('workload') || isUrgent) return false
  const words = slots.words()
  if (
    /\bdifferences? between\b/.test(words) &&
    !slots.has('noun') &&
    !slots.all.some(({ period }) => period) &&
    !slots.has('department')
  )
    return true
  if (WHERE_THEY_ARE.test(words) || ON_MY_DESK.test(words)) return false
  // "is there an API": about a feature of the product
  if (/^is there (?:a|an) /.test(words) && !ASKED_OF.some((kind) => slots.has(kind))) return true
  // "requests where the title …"
  const isAfterNoun = slots.all.some((slot) => meaningOf(slot, 'noun') && slots.word(slot.end) === 'where')
  // "mean time to close"
  const isFigure =
    slots.word(slots.first('guide')?.slot.at ?? -1) === 'mean' &&
    (slots.has('stage') || slots.has('measure') || /\bmean (?:time|days|age|number)\b/.test(words))
  return within(slots, 'guide', 5) && !isAfterNoun && !(isFigure && !/\b(does|do|did)\b/.test(words))
}

/** "Where can I see my requests?" asks for the requests. */
const WHERE_THEY_ARE =
  /^where (?:can|do|could|would) (?:i|we) (?:see|find|get|look at) (?:(?!who|what|how|when|which)\p{L}+ )*(?:requests|tickets|rfds)\b/u

/** "What do I have to approve?" asks for requests, not for rules. */
const ON_MY_DESK =
  /^(?:what|which ones) (?:else )?(?:do|must) i (?:still )?(?:(?:have|need) to )?(?:approve|review|decide)\b/

const ASKED_OF: Kind[] = ['noun', 'status', 'priority', 'overdue', 'unassigned', 'trend', 'about', 'similar', 'compare']

function within(slots: Slots, kind: Kind, most: number): boolean {
  const found = slots.first(kind)
  return found !== undefined && found.slot.at < most
}
