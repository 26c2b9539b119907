import type { AnswerContext } from './answer-context.ts'
import { type ReadQuestion, readQuestion } from './reading/read.ts'

/** Reads a text as a possible follow-up to the previous question. */
export function readAfter({ deps, people, today, topic }: AnswerContext, text: string): ReadQuestion {
  return readQuestion(text, { vocabulary: deps.vocabulary, people, today, before: topic.query })
}

/** Reads a text as if nothing had been asked before. */
export function readAlone({ deps, people, today }: AnswerContext, text: string): ReadQuestion {
  return readQuestion(text, { vocabulary: deps.vocabulary, people, today })
}
