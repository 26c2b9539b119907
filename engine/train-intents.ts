import { trainClassifier, trainWithCalibrationOf, type Classifier } from './classifier/classifier.ts'
import { FeatureRows } from './classifier/feature-rows.ts'
import { stratifiedFolds } from './classifier/random.ts'
import { IntentPredictor, NONE, type IntentModel } from './intents.ts'
import { ALL_IN_SCOPE, fitOutOfScope, type OutOfScopeExample } from './out-of-scope.ts'
import { FULL, type FeatureOptions } from './text/features.ts'

const INTENT_FEATURES: FeatureOptions = { ...FULL, words: 120, loosePairs: true }
const REFUSAL_WEIGHT = 0.05
/** From this number on, out-of-scope questions form a class. */
const MIN_FOREIGN = 20

export interface Question {
  text: string
  label: string
  /** part of the validation set, if the data has one: the threshold is fitted on it */
  isValidation?: boolean
}

export function trainIntents(
  questions: readonly Question[],
  strengths: readonly number[] = [16],
  refusalWeight = REFUSAL_WEIGHT,
): IntentModel {
  const ours = questions.filter(({ label }) => label !== NONE)
  const hasForeign = questions.length - ours.length >= MIN_FOREIGN
  const names = [...new Set(questions.map(({ label }) => label))]
  const examples: OutOfScopeExample[] = []
  let like: Classifier | undefined
  for (const { train, test } of hasForeign ? roundsWithForeign(questions) : roundsWithout(ours)) {
    const trial = new IntentPredictor({
      ...learnFrom(train, names, strengths, like),
      outOfScope: ALL_IN_SCOPE,
    })
    like ??= trial.model.classifier
    for (const question of test) {
      const { features, ranked } = trial.read(question.text)
      const isRight = (ranked[0]?.label ?? '') === question.label
      examples.push({ features, isOutOfScope: question.label === NONE, isRight })
    }
  }
  return {
    ...learnFrom(questions, names, strengths, hasForeign ? like : undefined),
    outOfScope: fitOutOfScope(examples, refusalWeight),
  }
}

function learnFrom(
  questions: readonly Question[],
  names: readonly string[],
  strengths: readonly number[],
  like?: Classifier,
): Pick<IntentModel, 'classifier' | 'examples'> {
  const texts = new FeatureRows(INTENT_FEATURES)
  const numbers = new Map(names.map((name, i) => [name, i]))
  for (const { text } of questions) texts.add({ title: '', description: text })
  const given = { texts, labels: Int32Array.from(questions, ({ label }) => numbers.get(label)!), names }
  const options = { aim: 'accuracy' as const, strengths, folds: 3 }
  const classifier = like ? trainWithCalibrationOf(given, options, like) : trainClassifier(given, options)
  return { classifier, examples: questions.map(({ text, label }) => ({ text, label })) }
}

interface Round {
  train: Question[]
  test: Question[]
}

function roundsWithForeign(questions: readonly Question[]): Round[] {
  const validation = questions.filter(({ isValidation }) => isValidation)
  if (validation.filter(({ label }) => label === NONE).length >= MIN_FOREIGN && validation.length >= 100) {
    return [{ train: questions.filter((question) => !question.isValidation), test: validation }]
  }
  const names = [...new Set(questions.map(({ label }) => label))]
  const folds = questions.length > 6000 ? 2 : 4
  const fold = stratifiedFolds(
    questions.map(({ label }) => names.indexOf(label)),
    folds,
  )
  return Array.from({ length: folds }, (_, k) => ({
    train: questions.filter((_question, i) => fold[i] !== k),
    test: questions.filter((_question, i) => fold[i] === k),
  }))
}

/** Without out-of-scope examples, some of our own questions are withheld from the classifier and play that part. */
function roundsWithout(ours: readonly Question[]): Round[] {
  const names = [...new Set(ours.map(({ label }) => label))]
  if (names.length < 5) return []
  const fold = stratifiedFolds(
    ours.map(({ label }) => names.indexOf(label)),
    5,
  )
  return [0, 1].map((k) => {
    const hidden = (question: Question) => names.indexOf(question.label) % 5 === k
    return {
      train: ours.filter((question, i) => !hidden(question) && fold[i] !== k),
      test: [
        ...ours.filter((question, i) => !hidden(question) && fold[i] === k),
        ...ours.filter((question) => hidden(question)).map((question) => ({ ...question, label: NONE })),
      ],
    }
  })
}
