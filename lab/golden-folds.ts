import { startingCorpus, startingQuestions, type LabelledRequest } from '../engine/corpus/corpus.ts'
import { classify } from '../engine/classify.ts'
import { HEAD_NAMES, type Head } from '../engine/heads.ts'
import { train } from '../engine/train.ts'
import { calibrationOf, exampleOf, labelOf, two } from './golden.ts'
import { goldenSet } from './golden-set.ts'

const FOLDS = 5

/** The stated probability of a field's named value, and whether it was right. */
interface Said {
  head: Head
  probability: number
  isRight: boolean
}

/**
 * Calibration by cross-validation, where each row is predicted by a model trained on the other folds: this measures twice as
 * many rows as the split into halves, so that chance adds less to the error. Rows are in chronological order, so later rows are
 * trained on, too.
 */
export function foldsReport(): object {
  const golden = goldenSet()
  const predictions = Array.from({ length: FOLDS }, (_, fold) => {
    const isAsked = (_row: LabelledRequest, at: number) => at % FOLDS === fold
    return saidOf(
      golden.filter((row, i) => !isAsked(row, i)),
      golden.filter(isAsked),
    )
  }).flat()
  const report = (answers: readonly Said[]) => {
    const right = answers.map(({ isRight }) => isRight)
    return {
      accuracy: two(right.filter(Boolean).length / right.length),
      ...calibrationOf(
        answers.map(({ probability }) => probability),
        right,
      ),
      answers: answers.length,
    }
  }
  return {
    ...Object.fromEntries(HEAD_NAMES.map((head) => [head, report(predictions.filter((one) => one.head === head))])),
    'all three fields': report(predictions),
  }
}

function saidOf(past: readonly LabelledRequest[], rest: readonly LabelledRequest[]): Said[] {
  const model = train(past.map(exampleOf), {
    corpus: startingCorpus().map(exampleOf),
    questions: startingQuestions(),
    unit: 'calendar',
    now: Date.UTC(2026, 0, 1),
    history: [],
  })
  return rest.flatMap((row) => {
    const { fields } = classify(model, row)
    return HEAD_NAMES.map((head) => {
      const { value, probability } = fields[head]
      return { head, probability, isRight: value === labelOf(row, head) }
    })
  })
}
