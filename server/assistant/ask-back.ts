import type { AssistantQuery } from '../../shared/assistant/query.ts'
import { EXAMPLES, FAQ } from '../../shared/assistant/questions.ts'
import type { Understood } from '../../engine/intents.ts'
import { maySee } from './answers/across-people.ts'
import { type AnswerContext, namesIn } from './answer-context.ts'
import { type Choice, choicesOf } from './choices.ts'
import { isContradictory } from './contradictory.ts'
import { PLAIN_WORDS } from './grammar/plain-words.ts'
import { NOT_UNDERSTOOD } from './guide.ts'
import { tokensOf } from './reading/tokens.ts'
import type { ReadQuestion } from './reading/read.ts'
import { type Response, quoted, plain, readingOf } from './responses.ts'

/**
 * Asks back when not sure: offers the likeliest readings as buttons, and names the words that were not understood.
 * @param text the text of the answer, where that is an empty result
 */
export async function askBack(
  context: AnswerContext,
  read: ReadQuestion,
  understood: Understood | null,
  text?: string,
): Promise<Response> {
  const { query, leftOut } = read
  const isLikely = (understood?.alternatives[0]?.probability ?? 0) > 0.25
  const isOurs =
    text !== undefined ||
    (query !== null && read.strength > 0) ||
    (understood !== null && (understood.label !== 'oos' || (read.isGuide && isLikely)))
  const isRead = query !== null && read.strength > 0 && !read.isGuide
  const queries = isRead ? [query, ...(text ? [] : withTopic(context, query, leftOut))] : []
  const allowed = queries.filter(
    (one) => !isContradictory(one) && (!one.group || maySee(context, one.group, one.filter)),
  )
  const { people, inQuestions } = await namesIn(context, allowed)
  const choices: Choice[] = choicesOf(allowed, understood, context.isManager, inQuestions)
  if (!isOurs) {
    const suggestions = (context.isManager ? EXAMPLES : FAQ).slice(0, 3)
    return { ...plain(context, NOT_UNDERSTOOD, 'unknown'), suggestions, reading: readingOf(context, 'unknown', read) }
  }
  const left = text
    ? `${text} `
    : leftOut.length > 0
      ? `I don’t know what to make of ${quoted(leftOut)}. `
      : 'I am not sure what you mean. '
  return {
    ...plain(context, `${left}Did you mean one of these?`, 'asked-back'),
    reading: { ...readingOf(context, 'asked-back', read), people, choices },
  }
}

/** Offers the words left out as a search in the requests. */
function withTopic({ deps }: AnswerContext, query: AssistantQuery, leftOut: readonly string[]): AssistantQuery[] {
  const words = leftOut
    .join(' ')
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .trim()
  // "both", "by how much": not worth searching for.
  const isSmall = tokensOf(words).every(({ word }) => PLAIN_WORDS.has(word) || deps.vocabulary.isGrammarWord(word))
  if (isSmall || words.length < 3 || query.filter.search !== undefined || /\d/.test(words)) return []
  return [{ ...query, filter: { ...query.filter, search: words.slice(0, 100) } }]
}
