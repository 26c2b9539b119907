import type { DocumentIntent } from '../../../engine/documents/answers/ask-document.ts'
import { fold } from '../../../shared/fold.ts'
import { readDate } from './document-dates.ts'
import { isPlural, kindOf } from './kinds.ts'
import { ABOUT, splitWords, wordsOf } from './split-words.ts'
import { intentOf, isVerbOfDocuments, NAMING, SAYING } from './document-intents.ts'

/** A question about documents: what it wants to know, and of which ones. */
export interface DocumentQuestion {
  /** `find`: which documents say something; `list`: which are attached; else of one document */
  intent: DocumentIntent | 'find' | 'list'
  /** the topic in the asker's words; empty without one */
  topic: string
  which: WantedDocument
}

/** Description of the documents that are meant. */
export interface WantedDocument {
  /** the noun used, in the singular: letter, memo; `document` for any kind */
  kind: string
  /** folded words of its name, sender or subject */
  words: string[]
  /** names in quotation marks */
  names: string[]
  /** requests that it is attached to, as typed */
  requests: string[]
  span: { from: string; to: string } | undefined
  /** the time in words: "in May 2026" */
  time: string
  order: 'newest' | 'oldest' | undefined
  /** "it", "that letter": the document of the previous question */
  isSame: boolean
}

const NUMBER = /\brfd[-\s]?(?:\d{4}-)?\d{1,8}\b/gi
const QUOTED = /[“"„«]([^“”"„«»]{1,200})[”"“»]/g
/** A file name is recognised by its extension, even without quotation marks. */
export const FILE = /(?<=^|\s)([\p{L}\p{N}][\p{L}\p{N}_.()-]*\.(?:pdf|docx?|xlsx|png|jpe?g))(?=[\s?.,!]|$)/giu
/** Questions about how to use the product, or what may be attached. */
const HOW_TO =
  /^\W*(?:can|could) the (?:\w+ ){1,3}be\b|\b(?:how (?:do|can|could|should|would|to|many (?:mb|megabytes))\b(?! (?:we|they) (?:have to|need))|(?:can|may|could|should|must|do) (?:i|we) (?:\w+ )?(?:attach|upload|add|put|send|delete|remove|download|print|open|see|preview|drop|include|replace)|where (?:do|can|should) (?:i|we|the)|(?:which|what) (?:documents?|files?|attachments?|papers?) (?:do (?:i|we) (?:need|have to)|(?:must|should) (?:i|we)|(?:is|are) (?:needed|required|necessary)\b(?! (?:by|in|of)\b))|(?:max|maximum|largest|file) size|formats?|file types?|types? of files?|allowed|accept(?:ed)?|too large|size limit)\b/i
/** Questions for requests that have or mention documents. */
const OF_REQUESTS =
  /\b(?:requests|rfds|tickets|ones)\b(?! (?:in|of|from|by) (?:the|this|that|its)\b)|\b(?:has|have|did|does) (?:anyone|anybody|someone|somebody)\b|\bmentions? of\b/i
const MULTIWORD: readonly [RegExp, string][] = [
  [/\bterms of reference\b/gi, 'termsofreference'],
  [/\b(?:meeting|committee) minutes\b/gi, 'minutes'],
  [/\bcover(?:ing)? letter\b/gi, 'letter'],
  // Spans of time and trade instruments are not documents.
  [
    /\b(?:\d+|few|some|many|ten|five|thirty|in|within) minutes\b|\bletters? of credit\b|\bemail (?:address|notifications?)\b/gi,
    ' ',
  ],
]
/** "it" means the document only where it says, was signed or contains something. */
const SAME =
  /\b(?:does|did) (?:it|that|this)\b|\b(?:sign(?:ed|s)?|wrote|sent|summari[sz]e|quote|sum) (?:it|that|this)\b|\bin (?:it|that)\b|\bwhat(?:'s|’s| is) (?:it|that) about\b|\bwho (?:is|was) it (?:from|by|signed|written|sent)\b/i
/** "IT" is the department, not the pronoun. */
const DEPARTMENT = /\bIT\b/
/** An order to do something with a file. */
const DOING = /^\W*(?:please )?(?:upload|download|attach|add|print|export|get|save|send|create|make|write|repeat)\b/i
/** "a PDF of a request": here "request" is a noun, not a verb of asking. */
const REQUEST = /\b(?:an?|my|this|each|every|new|another) requests?\b/gi

/**
 * Parses a question about documents; null for any other. It must name a document or refer to the previous one, and ask for
 * something that documents have.
 * @param hasBefore whether the previous question was about a document
 */
export function readDocumentQuestion(question: string, today: string, hasBefore: boolean): DocumentQuestion | null {
  const { text: unnamed, names, requests } = withoutNames(question)
  if (HOW_TO.test(unnamed) || DOING.test(unnamed)) return null
  const joined = MULTIWORD.reduce((text, [words, word]) => text.replace(words, word), unnamed.replace(REQUEST, ' '))
  const dated = readDate(joined, today)
  const words = wordsOf(dated.text)
  const at = kindAt(words)
  const isNamed = names.some((name) => /\.\w{2,4}$/.test(name))
  const isSame = at < 0 && !isNamed && hasBefore && SAME.test(dated.text) && !DEPARTMENT.test(dated.text)
  if (at < 0 && !isNamed && !isSame) return null
  const kind = at < 0 ? undefined : kindOf(words[at]!)
  if (OF_REQUESTS.test(dated.text) && !/\battached to\b/i.test(dated.text) && !isNamed) return null
  const intent = intentOf(words, at, requests.length > 0 || names.length > 0)
  if (intent === null || (kind?.isLoose && !isSurelyOne(words, at, intent))) return null
  // "it" may also be a request, so only questions that make sense for documents alone are follow-ups.
  if (isSame && (intent === 'find' || intent === 'list' || intent === 'deadlines' || intent === 'date')) return null
  const { topic: inWords, which } = splitWords(words, at, intent)
  const isOfNumber = intent === 'find' && inWords === '' && isAboutNumber(words)
  const topic = isOfNumber ? requests.join(' ').toLowerCase() : inWords
  if (intent === 'find' && topic === '') return null
  const named = which.filter((word) => kindOf(word) === undefined)
  return {
    // "What does the letter contain?"
    intent: intent === 'topic' && topic === '' ? 'summary' : intent,
    topic,
    which: {
      kind: kind?.name ?? 'document',
      words: named,
      names,
      requests: isOfNumber ? [] : requests,
      span: dated.span,
      time: dated.inWords,
      order: orderIn(words),
      isSame: isSame || isThat(words, at, hasBefore && named.length === 0 && requests.length + names.length === 0),
    },
  }
}

/** "Which documents mention RFD-2026-0042?": the number is what they say, not the request that they are attached to. */
function isAboutNumber(words: readonly string[]): boolean {
  const verb = words.findIndex((word) => NAMING.test(word) || SAYING.test(word) || ABOUT.test(word))
  return verb >= 0 && words.indexOf('rfdnumber') > verb
}

export function withoutNames(question: string): { text: string; names: string[]; requests: string[] } {
  const requests = [...new Set(question.match(NUMBER))]
  const names: string[] = []
  const take = (_: string, name: string) => (names.push(name.trim()), ' ')
  const text = question.replace(NUMBER, ' RFDNUMBER ').replace(QUOTED, take).replace(FILE, take)
  return { text, names, requests }
}

/** Index of the word for the kind of document; an unambiguous word wins. */
function kindAt(words: readonly string[]): number {
  const all = words.flatMap((word, i) => (kindOf(word) === undefined ? [] : [i]))
  return all.find((at) => !kindOf(words[at]!)!.isLoose) ?? all[0] ?? -1
}

/** "the report says", not "a new report" or "waiting for review": the word is ambiguous. */
function isSurelyOne(words: readonly string[], at: number, intent: DocumentQuestion['intent']): boolean {
  if (intent === 'find') return true
  const isDefinite = words
    .slice(Math.max(0, at - 4), at)
    .some((word) => /^(?:the|this|that|its|their|our|my)$|'s$/.test(word))
  const isSaid = words.some((word) => isVerbOfDocuments(word))
  return isDefinite && isSaid && intent !== 'list'
}

function isThat(words: readonly string[], at: number, isPossible: boolean): boolean {
  return isPossible && at > 0 && /^(?:that|this|same)$/.test(words[at - 1]!) && !isPlural(words[at]!)
}

function orderIn(words: readonly string[]): WantedDocument['order'] {
  if (words.some((word) => /^(?:latest|newest|recent|last)$/.test(word))) return 'newest'
  return words.some((word) => /^(?:oldest|first|earliest)$/.test(word)) ? 'oldest' : undefined
}

/** Removes the genitive: "ministry's" becomes "ministry". */
export function withoutGenitive(word: string): string {
  return fold(word).replace(/'s?$/, '')
}
