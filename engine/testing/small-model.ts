import { startingCorpus, startingQuestions } from '../corpus/corpus.ts'
import type { Model } from '../model.ts'
import { train } from '../train.ts'

/** For tests that do not depend on the model's quality: trained on a part of the corpus in a second. */
export function smallModel(now: number): Model {
  return train(startingCorpus().slice(0, 150), {
    corpus: [],
    questions: startingQuestions().slice(0, 60),
    history: [],
    unit: 'calendar',
    now,
  })
}
