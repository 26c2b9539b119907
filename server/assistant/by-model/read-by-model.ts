import type { Reading } from '../../../shared/assistant/query.ts'
import type { EngineStamp } from '../../../shared/ai.ts'
import { findSimilar } from '../../similarity/service.ts'
import type { ModelTask } from '../../language-model/model-client.ts'
import type { Mask } from '../../language-model/mask.ts'
import { AppError } from '../../errors.ts'
import { similarAnswer } from '../answers/alike.ts'
import type { Answer } from '../answers/query-context.ts'
import { summaryAnswer } from '../answers/summary.ts'
import { type AnswerContext, namesIn } from '../answer-context.ts'
import { forOffice, GUIDE } from '../guide.ts'
import { readQuestion } from '../reading/read.ts'
import { unknowableIn } from '../reading/unknowable.ts'
import { respondToQuery } from '../one-question.ts'
import type { Response } from '../responses.ts'
import { contractFor, type ReadByModel } from './contract.ts'
import { instructionsFor } from './instructions.ts'
import { PeopleMarks, withNamesInCapitals } from './people-marks.ts'

/** Number of titles of similar requests that are sent, and the length of each. */
const MAX_SIMILAR = 5
const MAX_TITLE_LENGTH = 120

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
): Promise<{ found: Response; engine: EngineStamp }> {
  const { languageModel, vocabulary } = answerContext.deps
  const kept = { found: local, engine: own }
  if (isSure(local) || !(await languageModel.inUse())) return kept
  const { people, today, topic } = answerContext
  const read = readQuestion(question, { vocabulary, people, today, before: topic.query })
  // Only the asker can say which of two people is meant, and data that is not stored cannot be told at all.
  if (read.who.unclear.length > 0 || unknowableIn(read.leftOut) !== undefined) return kept
  const similar = read.isSimilar ? await similarTitles(answerContext, question) : []
  const before = topic.query ? await namesIn(answerContext, [topic.query]) : undefined
  const outcome = await languageModel.ask((mask) => questionFor(answerContext, mask, { question, similar, before }))
  if (outcome === null) return kept
  if (!outcome.answer) return { found: local, engine: { ...own, note: outcome.note } }
  const { answer, stamp } = outcome
  const found = answer.asksFor !== 'nothing' && isBetter(answer, local) ? await respondTo(answerContext, answer) : null
  return found ? { found, engine: stamp } : kept
}

/** An answer that uses every word of the question, or a refusal. */
function isSure({ reading: { outcome, leftOut } }: Response): boolean {
  return outcome === 'refused' || (outcome === 'answered' && leftOut.length === 0)
}

/** A partial reading is better only than asking back: the local answer may already be a partial one. */
function isBetter({ leftOut }: ReadByModel, { reading: { outcome } }: Response): boolean {
  return leftOut.length === 0 || outcome === 'asked-back'
}

interface Sent {
  question: string
  similar: string[]
  before: { people: Reading['people'] } | undefined
}

/** The masked question and the context needed to read it. */
function questionFor(
  answerContext: AnswerContext,
  mask: Mask,
  { question, similar, before }: Sent,
): ModelTask<ReadByModel> {
  const { people, today, topic } = answerContext
  const written = withNamesInCapitals(question, people)
  const hidden = mask.hide(written)
  const marks = new PeopleMarks()
  marks.addFrom(hidden, mask, people)
  if (before) marks.add(before.people, mask)
  const last = topic.query && marks.hide(topic.query)
  const search = last?.filter.search
  const context = [...similar, ...(search === undefined ? [] : [search])]
  return {
    task: 'answer',
    instructions: instructionsFor(answerContext.departments),
    data: {
      question: hidden,
      today: `${new Date(today).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })}, ${today}`,
      people: marks.all(),
      ...(last && { before: { ...last, filter: { ...last.filter, ...(search && { search: mask.hide(search) }) } } }),
      ...(similar.length > 0 && { similar: similar.map((title) => mask.hide(title)) }),
    },
    contract: contractFor({ answerContext, mask, marks, question, context }),
  }
}

/** Only titles that the asker may see; none while the index is unavailable. */
async function similarTitles({ deps, actor }: AnswerContext, question: string): Promise<string[]> {
  try {
    const { requests } = await findSimilar(deps, actor, { title: question, description: '', limit: MAX_SIMILAR })
    return requests.map(({ title }) => title.slice(0, MAX_TITLE_LENGTH).toWellFormed())
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/** Answers by the same code, with the same chips, as a question read by the grammar. */
async function respondTo(answerContext: AnswerContext, answer: ReadByModel): Promise<Response> {
  const { leftOut } = answer
  if (answer.asksFor === 'requests') return withLeftOut(await respondToQuery(answerContext, answer.query), leftOut)
  return withLeftOut(responseOf(answerContext, await answerTo(answerContext, answer)), leftOut)
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

function responseOf({ today }: AnswerContext, answer: Answer): Response {
  return {
    ...answer,
    suggestions: [],
    reading: {
      outcome: 'answered',
      query: null,
      people: [],
      today,
      leftOut: [],
      corrections: [],
      choices: [],
      language: null,
    },
  }
}

function withLeftOut(response: Response, leftOut: string[]): Response {
  if (leftOut.length === 0) return response
  const words = leftOut.map((one) => `“${one}”`).join(' and ')
  return {
    ...response,
    text: `I left out ${words}, so this may be more than you asked for. ${response.text}`,
    reading: { ...response.reading, leftOut },
  }
}
