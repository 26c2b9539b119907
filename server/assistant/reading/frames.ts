import type { Command } from '../grammar/commands.ts'
import { meaningOf, type Kind, type Slots } from './slots.ts'
import { commandIn, commandToOne } from './commands.ts'

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
  const frames: string[] = []
  slots.tokens.forEach(({ word, text }, index) => {
    if (/^rfd.*\d/.test(word) || /^#\d+$/.test(word) || /^0\d{2,5}$/.test(word)) {
      frames.push(text.replace(/[./_-]+$/, ''))
      for (let i = slots.all.length - 1; i >= 0; i--) if (slots.all[i]!.at === index) slots.all.splice(i, 1)
      slots.all.push({ at: index, end: index + 1, meanings: [], isUsed: true })
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
    frames.push(slots.word(slot.at))
  })
  slots.all.sort((a, b) => a.at - b.at)
  return [...new Set(frames)]
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
  const slot = slots.first(kind)
  return slot !== undefined && slot.slot.at < most
}
