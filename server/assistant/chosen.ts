import type { ServiceRequest } from '../../shared/requests.ts'
import { formatNumber } from '../../shared/texts/formats.ts'
import { describeRequests, findOne } from './answers/one-request.ts'
import { MAX_OFFERED } from './answers/outlooks.ts'
import type { AnswerContext } from './answer-context.ts'
import { hasWords, titleWordsOf } from './named.ts'
import { plain, type Response } from './responses.ts'
import { askWhich } from './which-one.ts'

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']
const POSITION =
  /^\W*(?:the )?(?:number |no\.? |#)?(first|second|third|fourth|fifth|last|[1-5](?:st|nd|rd|th)?)(?: (?:one|request))?(?: please)?\W*$/i
const OTHERS = /^\W*(?:the )?(?:other|rest|remaining|none)\b[\p{L}\d ]{0,30}\W*$/iu
/** "the X-ray one", "the one about invoices", "I mean the licence request": never a question of its own. */
const LEAD = /^\W*(?:(?:i mean|i meant|it is|it['’]s) )?(?:the|that|my|about)\b(?!.*\?)/iu

/** The answer to "Which one do you mean?": a position among those shown, or words of a title; null for anything else. */
export async function chosenResponse(context: AnswerContext, message: string): Promise<Response | null> {
  const { offered = [] } = context.topic
  if (offered.length === 0) return null
  const shown = offered.slice(0, MAX_OFFERED)
  const position = POSITION.exec(message)?.[1]?.toLowerCase()
  if (position !== undefined) return describe(context, shown[indexOf(position, shown.length)])
  if (OTHERS.test(message)) {
    const others = await requestsOf(context, offered.slice(MAX_OFFERED))
    const text = `There are ${formatNumber(others.length)} more. Which one do you mean?`
    return others.length === 0 ? null : askWhich(context, others, text)
  }
  const words = LEAD.test(message) ? titleWordsOf(message.replace(LEAD, '')) : []
  if (words.length === 0) return null
  const named = (await requestsOf(context, offered)).filter(({ title }) => hasWords(title, words))
  const text = `${named.length} of them have these words in their titles. Which one do you mean?`
  return named.length > 1 ? askWhich(context, named, text) : describe(context, named[0]?.requestId)
}

async function requestsOf(context: AnswerContext, numbers: readonly string[]): Promise<ServiceRequest[]> {
  const requests = await Promise.all(numbers.map((number) => findOne(context, number)))
  return requests.filter((request) => request !== null)
}

function indexOf(position: string, count: number): number {
  if (position === 'last') return count - 1
  const index = ORDINALS.indexOf(position)
  return index < 0 ? Number.parseInt(position) - 1 : index
}

async function describe(context: AnswerContext, requestId: string | undefined): Promise<Response | null> {
  if (requestId === undefined) return null
  const { text, parts, topic } = await describeRequests(context, [requestId])
  return { ...plain(context, text, 'answered'), parts, topic }
}
