import { startingCorpus, startingQuestions, type LabelledRequest } from '../engine/corpus/corpus.ts'
import { classify } from '../engine/classify.ts'
import { HEAD_NAMES, type Head } from '../engine/heads.ts'
import { train } from '../engine/train.ts'
import { calibrationOf, exampleOf, labelOf, two } from './golden.ts'
import { goldenSet } from './golden-set.ts'

const FOLDS = 5

/** How probable the named value of a field was said to be, and whether it was right. */
interface Said {
  head: Head
  probability: number
  isRight: boolean
}

/**
 * How true the confidences are where each row is asked of a model that has learned the other folds: twice as many rows are measured as
 * after the first half, so that chance adds less to the error. Lines are in order of time, so rows of later days teach, too.
 */
export function foldsReport(): object {
  const golden = goldenSet()
  const said = Array.from({ length: FOLDS }, (_, fold) => {
    const isAsked = (_row: LabelledRequest, at: number) => at % FOLDS === fold
    return saidOf(
      golden.filter((row, at) => !isAsked(row, at)),
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
    ...Object.fromEntries(HEAD_NAMES.map((head) => [head, report(said.filter((one) => one.head === head))])),
    'all three fields': report(said),
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
