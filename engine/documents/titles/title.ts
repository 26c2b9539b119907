import { stripFrame } from './frames.ts'
import { imperative } from './imperative.ts'

/** Derives a short title from an ask: the introduction is removed, and the verb comes first if a rule finds it. */

const MAX_TITLE_LENGTH = 200
/** An explaining clause is cut off beyond this many characters… */
const LONG = 90
/** …and in French beyond these. */
const LONG_IN_FRENCH = 110
/** The explanation that follows the ask in its sentence. */
const TAIL =
  /(?:;|,\s(?:which|who|because|since|as|so that|in order|while|whereas|where|when|if|although|but|and this|thus|thereby|stating|\p{L}{3,}ing)\s|\s(?:because|since|whereas|although)\s).*$/isu
const FRENCH_TAIL = /,\s(?:car|afin)\s.*$/isu
/** Footnote and endnote marks in extracted text. */
const NOTE_MARKS = /\[(?:note )?\d+\]/g
const STOPS = /[\s.!?؟:;,]+$/u
/** A title must not end in one of these; "sign in" and "come from" are complete. */
const LOOSE_END = /\s(?:to|of|with|by|at|than|that|which|and|or|the|an?)$/iu

/** "I want the map to show closed roads" without its beginning. */
const HALF =
  /^(?:the|our|your|all|each|every|any|these) [\p{L}' -]{2,60} to (?:be|show|keep|have|display|contain|include|[\p{L}]+ (?:the|an?|its|all)) /iu

/** @param sentence in one line */
export function titleOf(sentence: string): string {
  const cleaned = sentence
    .replace(NOTE_MARKS, '')
    .replace(/^[\s"'“«(-]+/, '')
    .replace(STOPS, '')
  const ask = stripFrame(cleaned)
  const isEmpty = ask.clause.trim().length < 8
  const made = isEmpty ? null : imperative(ask)
  // "If the search ignored accents" is not a requirement without its frame.
  const isHalf = ask.isConditional || (ask.isFramed && HALF.test(ask.clause))
  const rest = made ?? (isEmpty || isHalf ? cleaned : ask.clause)
  const title = tidy(shorten(tidy(withoutTail(rest))))
  return title.charAt(0).toUpperCase() + title.slice(1)
}

function withoutTail(text: string): string {
  const short = text.length > LONG ? text.replace(TAIL, '') : text
  const cut = short.length > LONG_IN_FRENCH ? short.replace(FRENCH_TAIL, '') : short
  return cut.length < 12 ? text : cut
}

function tidy(text: string): string {
  let rest = text.replace(STOPS, '')
  while (LOOSE_END.test(rest)) rest = rest.replace(LOOSE_END, '').replace(STOPS, '')
  return rest
}

function shorten(text: string): string {
  if (text.length <= MAX_TITLE_LENGTH) return text
  const cut = text.slice(0, MAX_TITLE_LENGTH - 1)
  const end = cut.lastIndexOf(' ')
  return `${(end > MAX_TITLE_LENGTH / 2 ? cut.slice(0, end) : cut).replace(/[\ud800-\udbff]$/, '')}…`
}
