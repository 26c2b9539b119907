import type { EngineStamp } from '../../../shared/ai.ts'
import { similarAnswer } from '../answers/alike.ts'
import type { Answer } from '../answers/query-context.ts'
import { summaryAnswer } from '../answers/summary.ts'
import { type AnswerContext, namesIn } from '../answer-context.ts'
import { forOffice, GUIDE } from '../guide.ts'
import { readAfter } from '../read-in-context.ts'
import { unknowableIn } from '../reading/unknowable.ts'
import { respondToQuery } from '../one-question.ts'
import { quoted, readingOf, type Response } from '../responses.ts'
import type { ReadByModel } from './contract.ts'
import { questionFor, similarTitles } from './sent-question.ts'

/**
 * Answers a question that the local grammar asked back about, read in part or not at all: a language model, where one is in
 * use, turns it into a query, which is answered as if the grammar had read it.
 * @param local the grammar's answer: the fallback where the model has nothing better
 * @param own the stamp of the local engine
 */
export async function readByModel(
  answerContext: AnswerContext,
  question: string,
  local: Response,
  own: EngineStamp,
): Promise<{ response: Response; engine: EngineStamp }> {
  const { languageModel } = answerContext.deps
  const fallback = { response: local, engine: own }
  if (isSure(local) || !(await languageModel.inUse())) return fallback
  const { topic } = answerContext
  const read = readAfter(answerContext, question)
  // Only the asker can say which of two people is meant, and data that is not stored cannot be told at all.
  if (read.who.unclear.length > 0 || unknowableIn(read.leftOut) !== undefined) return fallback
  const similar = read.isSimilar ? await similarTitles(answerContext, question) : []
  const before = topic.query ? await namesIn(answerContext, [topic.query]) : undefined
  const outcome = await languageModel.ask((mask) => questionFor(answerContext, mask, { question, similar, before }))
  if (outcome === null) return fallback
  if (!outcome.answer) return { response: local, engine: { ...own, note: outcome.note } }
  const { answer, stamp } = outcome
  const response =
    answer.asksFor !== 'nothing' && isBetter(answer, local) ? await respondTo(answerContext, answer) : null
  return response ? { response, engine: stamp } : fallback
}

/** An answer that uses every word of the question, or a refusal. */
function isSure({ reading: { outcome, leftOut } }: Response): boolean {
  return outcome === 'refused' || (outcome === 'answered' && leftOut.length === 0)
}

/** A partial reading is better only than asking back: the local answer may already be a partial one. */
function isBetter({ leftOut }: ReadByModel, { reading: { outcome } }: Response): boolean {
  return leftOut.length === 0 || outcome === 'asked-back'
}

/** Answers by the same code, with the same chips, as a question read by the grammar. */
async function respondTo(answerContext: AnswerContext, answer: ReadByModel): Promise<Response> {
  const { leftOut } = answer
  if (answer.asksFor === 'requests') return withLeftOut(await respondToQuery(answerContext, answer.query), leftOut)
  const response = await answerTo(answerContext, answer)
  return withLeftOut({ ...response, suggestions: [], reading: readingOf(answerContext, 'answered') }, leftOut)
}

async function answerTo(
  answerContext: AnswerContext,
  answer: Exclude<ReadByModel, { asksFor: 'requests' }>,
): Promise<Answer> {
  switch (answer.asksFor) {
    case 'similar':
      return similarAnswer(answerContext, undefined, answer.similarTo)
    case 'guide':
      return {
        text: forOffice(GUIDE[answer.subject], answerContext.departments),
        parts: [],
        topic: answerContext.topic,
      }
    default:
      return summaryAnswer(answerContext.actor, answerContext.figures)
  }
}

function withLeftOut(response: Response, leftOut: string[]): Response {
  if (leftOut.length === 0) return response
  return {
    ...response,
    text: `I left out ${quoted(leftOut)}, so this may be more than you asked for. ${response.text}`,
    reading: { ...response.reading, leftOut },
  }
}
