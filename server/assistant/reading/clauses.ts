import type { Lexicon } from '../grammar/lexicon.ts'
import { tokensOf } from './tokens.ts'

const WH = /^(how|which|what|who|whose|when|where|why)$/
const ORDERS =
  /^(show|list|compare|give|tell|count|name|display|find|cancel|delete|assign|send|export|remind|draft|summarise|summarize|reject|approve|close|email|open|please|rank)$/
const AUXILIARIES = /^(is|are|do|does|did|can|could|was|were|has|have)$/
const SUBJECTS =
  /^(i|we|you|it|there|they|he|she|the|any|anyone|anybody|all|most|my|our|some|requests|these|those|that|this)$/
const JOINTS =
  /(?:[,;]\s*|\s+)(?:and|but|plus)(?:\s+(?:also|then|please))?\s+(?=\p{L})|;\s+|\.\s+|,\s+(?=(?:how|which|who|what|why|when|where|total|number)\b)/giu

/** Splits a message into clauses: "How many are overdue, and who has the most?" has two questions. */
export function clausesOf(question: string): string[] {
  const sentences = question
    .split(/(?<=[?!])\s+|(?<=\p{L}\p{L}[.])\s+(?=\p{Lu})|\n+/u)
    .filter((part) => /[\p{L}\d]/u.test(part))
  return sentences.flatMap(parts)
}

function parts(sentence: string): string[] {
  if (/\b(between|both|compare|difference)\b/i.test(sentence)) return [sentence]
  for (const joint of sentence.matchAll(JOINTS)) {
    const [head, tail] = [sentence.slice(0, joint.index), sentence.slice(joint.index + joint[0].length)]
    const [before, after] = [wordsOf(head), wordsOf(tail)]
    // "critical requests, how many are open" is one question.
    const isSplit =
      (isAsideFigure(tail) && before.length > 1) ||
      // "number of open requests; number of overdue requests"
      (isFigure(after) && (isFigure(before) || /\b(and)\b|[;.]/i.test(joint[0])) && before.length > 1) ||
      (beginsAsQuestion(after) &&
        (/\b(and|but)\b|[;.]/i.test(joint[0]) ? before.length > 1 : beginsAsQuestion(before) || isFigure(before)))
    if (isSplit) return [head, ...parts(tail)]
  }
  return [sentence]
}

/** "and their average time" */
export function isAsideFigure(clause: string): boolean {
  return /^(their|its|the) (average|median|typical|usual|mean)\b/i.test(clause)
}

function wordsOf(text: string): string[] {
  return tokensOf(text)
    .map(({ word }) => word)
    .filter((word) => /[\p{L}\d]/u.test(word))
}

/** Whether it begins like a question or an order; "which are overdue" only continues one. */
function beginsAsQuestion(words: readonly string[]): boolean {
  const [first = '', second = ''] = words.slice(
    words.findIndex((word) => !/^(and|then|so|also|please|now)$/.test(word)),
  )
  if (WH.test(first)) return first === 'why' || (second !== '' && !(first === 'which' && AUXILIARIES.test(second)))
  return (ORDERS.test(first) && second !== '') || (AUXILIARIES.test(first) && SUBJECTS.test(second))
}

/** Whether it has the form of a question: "which ones are late", "late ones?" */
export function isQuestion(clause: string): boolean {
  return beginsAsQuestion(wordsOf(clause)) || /\?\s*$/.test(clause)
}

/** A statement: "Last week was crazy." */
export function isStatement(clause: string): boolean {
  return TELLING.test(wordsOf(clause).join(' ')) && !isQuestion(clause)
}

const TELLING =
  /^(?:(?:hi|hello|hey|good morning) )?(?:i (?!need|want|would|wish|mean|like|am looking)|we (?!need|want|would)|there (?:is|are|was|were) |(?:\p{L}+ ){1,3}(?:is|are|was|were|has|had|have|asked|told|said|wants|needs) )/u

/** "total requests, how many …" */
function isFigure([first = '', second = '']: readonly string[]): boolean {
  return /^(total|number|count|amount)$/.test(first === 'the' ? second : first)
}

const FIGURES: ReadonlySet<string> = new Set([
  'statistic',
  'stage',
  'order',
  'sort',
  'group',
  'trend',
  'compare',
  'rate',
])

/** Whether a clause names a figure, an order or a group, so that the answer has to mention when it is left out. */
export function namesFigure(clause: string, lexicon: Lexicon): boolean {
  const words = tokensOf(clause).map(({ word }) => word)
  return words.some((_, i) =>
    lexicon.at(words, i).some(({ meanings }) => meanings.some(({ kind }) => FIGURES.has(kind))),
  )
}

/** Whether the grammar knows no meaning in a clause. */
export function isEmptyClause(clause: string, lexicon: Lexicon): boolean {
  const words = tokensOf(clause).map(({ word }) => word)
  return !words.some((_, i) =>
    lexicon
      .at(words, i)
      .some(({ meanings }) =>
        meanings.some(({ kind }) => !['filler', 'and', 'follow', 'now', 'yet', 'me', 'all', 'noun'].includes(kind)),
      ),
  )
}
