import type { Quotation } from '../../../engine/documents/answers/ask-document.ts'
import { longDate } from '../../../shared/dates.ts'
import { noteSentences } from '../../documents/extraction/notes.ts'
import { listed } from '../../../shared/wording.ts'
import { isCalendarDate } from '../../../shared/text-rules.ts'
import type { DocumentQuestion, WantedDocument } from './document-question.ts'
import type { CandidateRow } from './document-queries.ts'
import { type QuestionAboutDocument, titled } from './passages-part.ts'
import { isOnlyOfFact } from './document-intents.ts'

/** Why a document's text is not available, for now or at all; null where it is. */
export function unreadSentence(row: CandidateRow): string | null {
  if (row.text_state === 'ready') return null
  if (row.text_state === 'waiting')
    return `The text of ${titled(row)} is still being read. Please ask again in a moment.`
  const note = noteSentences(row.text_note) ?? 'It has no text that could be read.'
  return `I can’t answer from ${titled(row)}. ${note}`
}

/** Requests of a file that are named. */
const MAX_NAMED = 5

/** Names the requests of each file that several have, the newest first. */
export function attachments(files: readonly CandidateRow[][]): string {
  const sentences = files.map((rows) => {
    const sorted = rows.toSorted((a, b) => (b.request_number ?? 0) - (a.request_number ?? 0))
    const numbers = sorted.flatMap(({ request_id }) => request_id ?? [])
    if (numbers.length < 2) return ''
    const more = numbers.length > MAX_NAMED ? [`${numbers.length - MAX_NAMED} more`] : []
    return `The same “${rows[0]!.name}” is attached to ${listed([...numbers.slice(0, MAX_NAMED), ...more])}. `
  })
  return sentences.join('')
}

/** The wanted document in words: "letter from the ministry in May 2026". */
export function wantedInWords({ kind, words, names, requests, time }: WantedDocument): string {
  const named = names.length > 0 ? `${kind} called ${names.map((name) => `“${name}”`).join(' or ')}` : kind
  const about = words.length > 0 ? ` with “${words.join(' ')}”` : ''
  const of = kind === 'attachment' ? 'of' : 'attached to'
  const at = requests.length > 0 ? ` ${of} ${requests.map((one) => one.toUpperCase()).join(' or ')}` : ''
  return `${named}${about}${time === '' ? '' : ` ${time}`}${at}`
}

/**
 * Several documents match, but none of those that were read mentions the topic.
 * @param searched how many of the newest were read, where that was not all
 */
export function nothingSaid({ topic, which }: DocumentQuestion, count: number, searched: number | null): string {
  const among = searched === null ? 'any' : `the newest ${searched}`
  return `${count} documents fit “${wantedInWords(which)}”, and I found nothing about “${topic}” in ${among} of them.`
}

/** Introduces the passages below, without any of their words except dates. */
export function answerSentence(
  { question, row }: QuestionAboutDocument,
  all: readonly Quotation[],
  shown: number,
  cutAfter: number | null,
): string {
  const isUnnamed = all.length > 0 && all.every(({ fit }) => fit === 0) && !isOnlyOfFact(question)
  const doubt = isUnnamed ? [`I can’t tell whether the following is about “${question.topic}”.`] : []
  const notes = [
    ...(shown < all.length ? [`The ${question.intent === 'topic' ? 'best' : 'first'} ${shown} are shown.`] : []),
    ...(cutAfter === null ? [] : [cutAfter === 1 ? 'I read its first page.' : `I read its first ${cutAfter} pages.`]),
    ...(all.some(({ isInjection }) => isInjection) ? ['What reads like an order to an AI is only quoted.'] : []),
  ]
  const sentence = all.length === 0 ? noneSentence(question, row) : someSentence(question, row, all)
  return [...doubt, sentence, ...notes].join(' ')
}

function noneSentence({ intent, topic }: DocumentQuestion, row: CandidateRow): string {
  const document = titled(row)
  switch (intent) {
    case 'asks':
      return `I found nothing in ${document} that asks for something.`
    case 'deadlines':
      return `I found no deadline in ${document}.`
    case 'signature':
      return `I found no signature in ${document}, nor a line that says who it is from.`
    case 'date':
      return `I found no date at the beginning of ${document}.`
    case 'amount':
      return `I found no amount in ${document}.`
    case 'person':
      return `I found no name in ${document}.`
    case 'legal-reference':
      return `I found no law or article named in ${document}.`
    case 'topic':
      return `I found nothing about “${topic}” in ${document}.`
    default:
      return `I found no sentences to quote in ${document}.`
  }
}

function someSentence({ intent, topic }: DocumentQuestion, row: CandidateRow, all: readonly Quotation[]): string {
  const document = titled(row)
  const isOne = all.length === 1
  const dates = [
    ...new Set(all.flatMap(({ detail }) => (detail !== null && isCalendarDate(detail) ? [longDate(detail)] : []))),
  ]
  switch (intent) {
    case 'asks':
      return isOne ? `${document} asks for this:` : `${document} asks for ${all.length} things:`
    case 'deadlines': {
      const count = dates.length === 1 ? 'one deadline' : `${dates.length} deadlines`
      return `${document} names ${count}: ${dates.slice(0, 5).join('; ')}.`
    }
    case 'signature':
      return `${document} is signed or sent by:`
    case 'date':
      return `${document} bears the date ${dates.join(' and ')}.`
    case 'amount':
      return `${document} names ${isOne ? 'this amount' : 'these amounts'}:`
    case 'person':
      return `${document} names ${isOne ? 'this person' : 'these people'}:`
    case 'legal-reference':
      return `${document} refers to:`
    case 'topic':
      return `${document} says about “${topic}”:`
    default:
      return `What ${document} says in short:`
  }
}
