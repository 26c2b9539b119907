import { type LabelledRequest, readLabelledRequests, readQuestions } from '../engine/corpus/corpus.ts'
import type { Question } from '../engine/train-intents.ts'

/** Never trained on: for measurements only. In chronological order. */
export function goldenSet(): LabelledRequest[] {
  return readLabelledRequests(new URL('golden.txt', import.meta.url))
}

export function goldenQuestions(): Question[] {
  return readQuestions(new URL('questions-golden.txt', import.meta.url))
}
