import { asPhrase, hasSeveralWords, phraseIn } from '../../shared/assistant/mentions.ts'
import type { AssistantQuery, QueryFilter } from '../../shared/assistant/query.ts'
import { questionOf } from '../../shared/assistant/question-of.ts'
import type { Understood } from '../../engine/intents.ts'
import { correctSearch } from '../requests/list/correction.ts'
import { maySee, ONLY_MANAGERS } from './answers/across-people.ts'
import { describeRequests } from './answers/one-request.ts'
import { queryAnswer } from './answers/query.ts'
import { type AnswerContext, namesIn } from './answer-context.ts'
import type { ReadQuestion } from './reading/read.ts'
import { strengthOf } from './reading/subject.ts'
import { unknowableIn } from './reading/unknowable.ts'
import { type Response, WHAT_I_KNOW, WHY, responseOf, plain, readingOf } from './responses.ts'
import { askBack } from './ask-back.ts'
import { dropUnlikelyFilters } from './drop-unlikely-filters.ts'
import { isContradictory } from './contradictory.ts'
import { isLowCoverage, classifierDisagrees, isAnswerTypeMismatch, isUnderspecified } from './answer-checks.ts'

/** The question asks about requests, not how something is done or what it means. */
export function isData(read: ReadQuestion): boolean {
  return read.query !== null && !read.isGuide && !read.isWhy && !(read.isMySingle && read.strength <= 1)
}

export async function answerData(
  context: AnswerContext,
  question: string,
  reading: ReadQuestion,
  understood: Understood | null,
): Promise<Response> {
  const read = await dropUnlikelyFilters(context, reading)
  const query = await inOnePiece(context, question, read.query!)
  if (read.who.unclear.length > 0) return askWho(context, read)
  const unknowable = unknowableIn(read.leftOut)
  if (unknowable !== undefined) return plain(context, unknowableSentence(unknowable), 'refused')
  const heard = async () => understood ?? (await context.deps.ai.understand(question).catch(() => null))
  if (!isSafe(read) || isContradictory(query) || isLowCoverage(read) || isAnswerTypeMismatch(question, query))
    return askBack(context, read, await heard())
  const second = isUnderspecified(read) ? await heard() : null
  if (second && classifierDisagrees(read, second)) return askBack(context, read, second)
  if ((query.group && !maySee(context, query.group, query.filter)) || (read.isWorkload && !context.isManager))
    return plain(context, ONLY_MANAGERS, 'refused')
  if (read.isWhy) return plain(context, WHY, 'refused')
  const { inAnswers } = await namesIn(context, [query])
  const answer = await queryAnswer({ ...context, query: await withoutGroupOfOne(context, query), nameOf: inAnswers })
  // No request mentions the words or has the type: the guess may be wrong.
  if (isGuessed(question, query) && answer.text.startsWith('There are no '))
    return askBack(context, await askedOtherwise(context, read, query), await heard(), answer.text)
  // "Who asked for the weighbridge readings?": a single hit is described in full.
  const isOne =
    query.filter.search !== undefined &&
    answer.topic.requestId !== undefined &&
    /^\s*(who|whose|when)\b/i.test(question)
  if (isOne) return responseOf(context, await describeRequests(context, [answer.topic.requestId!]), read)
  // "the oldest open request and its assignee": adds the details that a card doesn't show.
  const asksMore = /\b(who|whose|assignee|owner|requester|department)\b/i.test(question)
  if (query.limit !== 1 || !asksMore || answer.topic.requestId === undefined) return responseOf(context, answer, read)
  const { text } = await describeRequests(context, [answer.topic.requestId])
  return responseOf(context, { ...answer, text: `${answer.text} ${text}` }, read)
}

/** "The request about the veterinary, in which state is it?": a single hit is shown instead of grouped. */
async function withoutGroupOfOne({ figures }: AnswerContext, query: AssistantQuery): Promise<AssistantQuery> {
  const { measure, filter, group, compare } = query
  const isOfField = group === 'status' || group === 'priority' || group === 'department'
  if (filter.search === undefined || measure !== 'count' || !isOfField || compare) return query
  return (await figures.count(filter)) === 1 ? { measure: 'list', filter } : query
}

/** Search words that are adjacent in some request are taken as a phrase: "requests about watch lists". */
async function inOnePiece(
  { figures }: AnswerContext,
  question: string,
  query: AssistantQuery,
): Promise<AssistantQuery> {
  const { search } = query.filter
  const isAnywhere = /\ball of ["“]/i.test(question)
  if (isAnywhere || search === undefined || phraseIn(search) !== null || !hasSeveralWords(search)) return query
  const phrase = asPhrase(search)
  if ((await figures.count({ search: phrase })) === 0) return query
  const withPhrase = (filter: QueryFilter) => (filter.search === search ? { ...filter, search: phrase } : filter)
  return { ...query, filter: withPhrase(query.filter), ...(query.of && { of: withPhrase(query.of) }) }
}

/** Whether search words or type were guessed; words in quotation marks were not. */
function isGuessed(question: string, { filter, measure }: AssistantQuery): boolean {
  const isSearch = filter.search !== undefined && !/["“„«]/.test(question)
  return (isSearch || filter.type !== undefined) && (measure === 'list' || measure === 'count')
}

/** Fallbacks for an empty result: the words without typos, else any request that mentions them, else the other filters alone. */
async function askedOtherwise(
  context: AnswerContext,
  read: ReadQuestion,
  query: AssistantQuery,
): Promise<ReadQuestion> {
  const { search, type, ...rest } = query.filter
  const words = search ?? type?.join(' ') ?? ''
  const leftOut = [read.topic ?? words]
  const isMentioned = (await context.figures.count({ search: words })) > 0
  const corrected = isMentioned ? null : await withoutSlips(context, query)
  if (corrected) return { ...read, query: corrected, leftOut }
  const filter = isMentioned ? { search: words } : rest
  return { ...read, query: { measure: 'list', filter }, strength: strengthOf(filter), leftOut }
}

/** Corrects typos as the request list does; null where that finds nothing either. */
async function withoutSlips({ deps, figures }: AnswerContext, query: AssistantQuery): Promise<AssistantQuery | null> {
  if (query.filter.search === undefined) return null
  const search = await correctSearch(deps.db, figures.viewer.scope, query.filter.search)
  if (search === null) return null
  const filter = { ...query.filter, search }
  return (await figures.count(filter)) > 0 ? { ...query, filter } : null
}

export const isAttachments = (subject: string) => /^attachments?$/.test(subject)

/** @param subject one of `unknowableIn` */
export function unknowableSentence(subject: string): string {
  if (isAttachments(subject))
    return 'I can’t pick requests by their attachments. You can ask about one of them: “Which documents are attached to RFD-…?”'
  return `I can’t tell anything about “${subject}”: it is not kept with the requests. ${WHAT_I_KNOW}`
}

/** A word that no rule used might narrow or change the question, so an answer would not be safe. */
function isSafe({ leftOut }: ReadQuestion): boolean {
  return leftOut.length === 0
}

/** Asks back about a name that several people share. */
async function askWho(context: AnswerContext, read: ReadQuestion): Promise<Response> {
  const { name, ids, role } = read.who.unclear[0]!
  const queries = ids.slice(0, 3).map((id) => ({ ...read.query!, filter: { ...read.query!.filter, [role]: [id] } }))
  const { people, inQuestions } = await namesIn(context, queries)
  const choices = queries.map((query) => ({ label: questionOf(query, inQuestions), query }))
  const text = `There are ${ids.length} people called “${name}”. Whom do you mean?`
  return {
    ...plain(context, text, 'asked-back'),
    reading: { ...readingOf(context, 'asked-back', read), people, choices },
  }
}
