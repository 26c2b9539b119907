import type { Reading } from '../../../shared/assistant/query.ts'
import { findSimilar } from '../../ai/similarity/service.ts'
import type { ModelTask } from '../../ai/language-model/model-client.ts'
import type { Mask } from '../../ai/language-model/mask.ts'
import { AppError } from '../../platform/errors.ts'
import type { AnswerContext } from '../answer-context.ts'
import { contractFor, type ReadByModel } from './contract.ts'
import { instructionsFor } from './instructions.ts'
import { PeopleMarks, withNamesInCapitals } from './people-marks.ts'

/** Number of titles of similar requests that are sent, and the length of each. */
const MAX_SIMILAR = 5
const MAX_TITLE_LENGTH = 120

interface Sent {
  question: string
  similar: string[]
  before: { people: Reading['people'] } | undefined
}

/** The masked question and the context needed to read it. */
export function questionFor(
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
export async function similarTitles({ deps, actor }: AnswerContext, question: string): Promise<string[]> {
  try {
    const { requests } = await findSimilar(deps, actor, { title: question, description: '', limit: MAX_SIMILAR })
    return requests.map(({ title }) => title.slice(0, MAX_TITLE_LENGTH).toWellFormed())
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
