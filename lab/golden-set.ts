import { type LabelledRequest, readLabelledRequests, readQuestions } from '../engine/corpus/corpus.ts'
import type { Question } from '../engine/intents.ts'

/** Never learnt from: only measured on, in this order of time. */
export function goldenSet(): LabelledRequest[] {
  return readLabelledRequests(new URL('golden.txt', import.meta.url))
}

export function goldenQuestions(): Question[] {
  return readQuestions(new URL('questions-golden.txt', import.meta.url))
}
