import type { DocumentQuestion } from './document-question.ts'
import { isPlural, kindOf } from './kinds.ts'

type Intent = DocumentQuestion['intent']

export const ASKING =
  /^(?:ask(?:s|ed|ing)?|request(?:s|ed|ing)?|requir(?:e|es|ed|ing)|want(?:s|ed)?|demand(?:s|ed|ing)?|propos(?:e|es|ed|ing)|recommend(?:s|ed|ing|ations?)?|suggest(?:s|ed|ions?)?|need(?:s|ed)?|expect(?:s|ed)?|decid(?:e|es|ed)|decisions?|agree(?:s|d)?|resolve[sd]?|wish(?:es)?|requirements?|asks|actions?|call(?:s|ed)?|todo)$/
export const SAYING =
  /^(?:say(?:s|ing)?|said|stat(?:e|es|ed)|tell(?:s)?|told|writ(?:e|es|ten)|wrote|talk(?:s|ed|ing)?|speak(?:s)?|spoke|describ(?:e|es|ed)|explain(?:s|ed)?|claim(?:s|ed)?|report(?:s|ed)?|read(?:s)?|anything|something|discuss(?:es|ed)?|according|quote|passage|passages|argu(?:e|es|ed)|promis(?:e|es|ed))$/
/** Verbs followed by the content of the document. */
export const NAMING =
  /^(?:mention(?:s|ed|ing)?|contain(?:s|ed|ing)?|nam(?:e|es|ed|ing)|includ(?:e|es|ed|ing)|refer(?:s|red|ring)?|cit(?:e|es|ed|ing)|cover(?:s|ed|ing)?|deal(?:s|t)?|lists|listed|quot(?:e|es|ed)|concern(?:s|ed)?)$/
const SIGNING =
  /^(?:sign(?:s|ed|ature|atures|atory)?|wrote|written|write|sent|sends?|issued?|author(?:ed|s)?|drafted|from)$/

/** Verbs of documents and of people handling them. */
export function isVerbOfDocuments(word: string): boolean {
  return [SAYING, NAMING, ASKING, SIGNING, /^summ/].some((verbs) => verbs.test(word))
}

/** "By when must it be answered?", "which costs does it name?": words that ask for the fact itself, by intent. */
const FACT_WORDS: Partial<Record<Intent, RegExp>> = {
  deadlines: /^(?:answer(?:ed|s)?|repl(?:y|ied|ies)|respon(?:d|ded|se))$/,
  amount: /^(?:money|costs?|prices?|fees|fines|sums?|budget|totals?|pa(?:y|ys|id|yable)|owe[ds]?|charge[ds]?)$/,
  'legal-reference': /^(?:acts|regulations|sections|provisions|decrees?)$/,
  person: /^addressed$/,
}

/** Whether the topic consists of words for the fact itself, so that no passage need have them. */
export function isOnlyOfFact({ intent, topic }: Pick<DocumentQuestion, 'intent' | 'topic'>): boolean {
  return topic.split(' ').every((word) => FACT_WORDS[intent]?.test(word) === true)
}

const has = (words: readonly string[], pattern: RegExp) => words.some((word) => pattern.test(word))

/** What a question wants to know of documents, by its function words; null where documents have no answer. */
export function intentOf(words: readonly string[], kindAt: number, isPlaced: boolean): Intent | null {
  const all = words.join(' ')
  if (isFinding(words, kindAt, all)) return 'find'
  if (isListing(words, kindAt, all, isPlaced)) return 'list'
  const isWhole = kindAt >= 0 && isWholePhrase(words, kindAt)
  if (isWhole ? CONTENT.test(all) : kindAt < 0 && CONTENT_OF_IT.test(all)) return 'summary'
  // "Show me the letter of RFD-2026-0042"; the PDF of a request may also be the request itself.
  const isShown = isWhole && isPlaced && SHOWING.test(all) && words[kindAt] !== 'pdf'
  return factIn(words, all) ?? saidIn(words, all) ?? (isShown ? 'list' : null)
}

const CONTENT = /\bwhat(?:'s| is| was| else is) in (?:the|this|that|our|my)\b/
const CONTENT_OF_IT = /\bwhat(?:'s| is| was| else is) in(?: (?:it|this|that))?$/
const SHOWING = /^(?:please )?(?:show|open|see|give|find|where(?:'s| is| are))\b/

/** Whether the word for the document ends its phrase: "the letter of RFD-2026-0042", but not "the documents tab". */
function isWholePhrase(words: readonly string[], kindAt: number): boolean {
  const next = words[kindAt + 1]
  return next === undefined || /^(?:of|from|by|to|for|in|on|attached|sent|dated|about|regarding|rfdnumber)$/.test(next)
}

/** "which documents mention", "find letters about", "in which document is" */
function isFinding(words: readonly string[], at: number, all: string): boolean {
  if (at < 0) return false
  const before = words.slice(0, at).join(' ')
  const behind = words.slice(at + 1)
  const isOpen =
    /\b(?:which|what|any|other|all)(?: (?!the\b|an?\b|do|did\b|is\b|are\b|was\b|were\b|has\b|have\b|its?\b|does)\S+){0,2}$/.test(
      before,
    ) ||
    (isPlural(words[at]!) && !/\b(?:the|this|these|its)(?: \S+){0,3}$/.test(before))
  const isAny = isOpen || /\b(?:is there|are there|do we have|have we|find|search)\b.*\ban?(?: \S+){0,2}$/.test(before)
  if (!isAny) return false
  // "what documents does the letter …" asks about one document.
  if (behind.some((word) => kindOf(word) !== undefined && !kindOf(word)!.isLoose)) return false
  const isAbout = behind.some(
    (word) => NAMING.test(word) || SAYING.test(word) || /^(?:about|regarding|concerning|on)$/.test(word),
  )
  return (
    isAbout ||
    (/^in (?:which|what)\b/.test(all) && behind.length > 1) ||
    (behind.some((word) => ASKING.test(word)) && /\bwhich\b/.test(before))
  )
}

function isListing(words: readonly string[], at: number, all: string, isPlaced: boolean): boolean {
  if (at < 0 || !isPlaced) return false
  const isMany = isPlural(words[at]!) || /\b(?:any|which|what)(?: \S+)?$/.test(words.slice(0, at).join(' '))
  const isLook =
    /^(?:which|what|list|show|are there|is there|does|do|has|how many|give|any|tell|open|see|find)\b/.test(all) ||
    at === 0
  return (
    isMany &&
    isLook &&
    !has(words, SAYING) &&
    !has(words, NAMING) &&
    !has(words, SIGNING) &&
    !/\bask|\brequire|\brecommend|\bdeadline/.test(all)
  )
}

function factIn(words: readonly string[], all: string): Intent | null {
  if (/\bsigned by\b|\bsignator|\bsignature/.test(all) || (/\b(?:who|whom|whose)\b/.test(all) && has(words, SIGNING)))
    return 'signature'
  if (
    /\bwhen (?:was|were|is|did)\b.*\b(?:written|dated|sent|issued|signed|write|from)\b|\b(?:what|which) date\b|\bdate of\b|\bhow old\b/.test(
      all,
    )
  )
    return 'date'
  if (
    /\bdeadlines?\b|\bdue\b|\bby when\b|\buntil when\b|\btime limit|\bhow long (?:do|does|have) we|\bwhen (?:does|do|did)\b.*\b(?:want|need|expect|require|ask|have)/.test(
      all,
    )
  )
    return 'deadlines'
  if (/\bamounts?\b|\bhow much\b|\b(?:what|which) (?:sums?|costs?|prices?|fines?|fees?|budget)\b/.test(all))
    return 'amount'
  if (
    /\b(?:which|what|any) (?:laws?|acts?|articles?|regulations?|sections?|legal \w+|decrees?|provisions?)\b|\blegal references?\b/.test(
      all,
    )
  )
    return 'legal-reference'
  if (
    /\b(?:who|which people|what people|which persons|whom)\b.*\b(?:named|mentioned|addressed)\b|\bwho does\b.*\b(?:name|mention)\b/.test(
      all,
    )
  )
    return 'person'
  return null
}

function saidIn(words: readonly string[], all: string): Intent | null {
  if (/\bsumm|\bsum up\b|\bin short\b|\bgist\b|\boverview\b|\bkey points?\b|\bmain points?\b/.test(all))
    return 'summary'
  if (/\bwhat(?:'s|’s| is| are| was)\b.*\babout$/.test(all)) return 'summary'
  if (/^according\b|\baccording to\b/.test(all)) return 'topic'
  const about = words.findLastIndex((word) => /^(?:about|regarding|concerning)$/.test(word))
  const verbAt = words.findIndex((word) => SAYING.test(word) || NAMING.test(word))
  const askingAt = words.findIndex((word) => ASKING.test(word))
  // "what does it ask for about seals" wants demands, "what does it say about seals" statements.
  if (verbAt >= 0 && (askingAt < 0 || verbAt < askingAt || (about > verbAt && askingAt > about)))
    return about < 0 && isBareSaying(words, verbAt) ? 'summary' : 'topic'
  if (askingAt >= 0) return 'asks'
  return null
}

/** "what does the letter say": nothing follows the verb. */
function isBareSaying(words: readonly string[], verbAt: number): boolean {
  return SAYING.test(words[verbAt]!) && verbAt === words.length - 1
}
