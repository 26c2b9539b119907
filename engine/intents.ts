import { trainClassifier, trainWithCalibrationOf, type Classifier } from './classifier/classifier.ts'
import { FeatureRows } from './classifier/feature-rows.ts'
import { confidenceOf } from './classifier/decide.ts'
import { logit } from './classifier/logistic.ts'
import { Predictor } from './classifier/predictor.ts'
import { FULL, type FeatureOptions } from './text/features.ts'
import { stratifiedFolds } from './classifier/random.ts'
import { SimilarIndex } from './similarity/similar.ts'
import {
  ALL_IN_SCOPE,
  fitOutOfScope,
  outOfScopeProbability,
  type OutOfScopeExample,
  type OutOfScopeModel,
} from './out-of-scope.ts'

/**
 * Which question is meant, and whether it is one of ours at all. The classifier names the question; a separate model estimates
 * the probability that it is out of scope. Both are calibrated on questions that the classifier had not seen.
 */
export interface IntentModel {
  classifier: Classifier
  outOfScope: OutOfScopeModel
  /** the known questions, for nearest-neighbour lookup */
  examples: { text: string; label: string }[]
}

/** The label of out-of-scope questions. */
export const NONE = 'oos'
const INTENT_FEATURES: FeatureOptions = { ...FULL, words: 120, loosePairs: true }
const REFUSAL_WEIGHT = 0.05
/** Keeps the logits of the out-of-scope features moderate. */
const LOGIT_FLOOR = 1e-4
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

export interface Understood {
  /** the likeliest of our questions, or `oos` */
  label: string
  /** chance that the label is right, calibrated */
  confidence: number
  outOfScopeProbability: number
  /** our questions, likeliest first */
  alternatives: { label: string; probability: number }[]
}

/** Evaluates a model; caches structures that are costly to build. */
export class IntentPredictor {
  readonly model: IntentModel
  private readonly predictor: Predictor
  private readonly index: SimilarIndex
  private readonly labelOf = new Map<string, string>()

  constructor(model: IntentModel) {
    this.model = model
    this.predictor = new Predictor(model.classifier)
    this.index = new SimilarIndex()
    model.examples.forEach(({ text, label }, at) => {
      if (label === NONE) return
      this.labelOf.set(String(at), label)
      this.index.add({ id: String(at), title: text, description: '' })
    })
    this.index.build()
  }

  understand(text: string): Understood {
    const { ranked, features } = this.read(text)
    const { outOfScope, classifier } = this.model
    const foreign = outOfScopeProbability(outOfScope, features)
    const best = ranked[0]
    const isOut = foreign > outOfScope.threshold || !best
    return {
      label: isOut ? NONE : best.label,
      confidence: isOut ? Math.max(foreign, outOfScope.threshold) : confidenceOf(best.chance, classifier.decision),
      outOfScopeProbability: foreign,
      alternatives: ranked.slice(0, 4).map(({ label, probability }) => ({ label, probability })),
    }
  }

  /** Features for the out-of-scope model, and our questions, likeliest first: `probability` among ours, `chance` among all. */
  read(text: string): { features: number[]; ranked: { label: string; probability: number; chance: number }[] } {
    const { names } = this.model.classifier
    const row = this.predictor.row({ title: '', description: text })
    let known = 0
    for (const x of row.value) known += x * x
    const { probabilities } = this.predictor.predictRow(row)
    const none = names.indexOf(NONE)
    const noneChance = none < 0 ? 0 : probabilities[none]!
    const ranked = names
      .map((label, c) => ({
        label,
        probability: probabilities[c]! / Math.max(1e-9, 1 - noneChance),
        chance: probabilities[c]!,
      }))
      .filter(({ label }) => label !== NONE)
      .sort((a, b) => b.probability - a.probability)
    const [first, second] = [ranked[0]?.probability ?? 0, ranked[1]?.probability ?? 0]
    const nearest = this.index.query({ title: text, description: '' }, 3)
    const agreeing = nearest.filter(({ id }) => this.labelOf.get(id) === ranked[0]?.label).length
    let entropy = 0
    for (const { probability } of ranked) if (probability > 1e-9) entropy -= probability * Math.log(probability)
    const features = [
      logit(noneChance, LOGIT_FLOOR),
      logit(first, LOGIT_FLOOR),
      Math.log(first + 1e-6) - Math.log(second + 1e-6),
      entropy,
      Math.sqrt(known),
      nearest[0]?.score ?? 0,
      agreeing / 3,
    ]
    return { features, ranked }
  }
}

function learnFrom(
  questions: readonly Question[],
  names: readonly string[],
  strengths: readonly number[],
  like?: Classifier,
): Pick<IntentModel, 'classifier' | 'examples'> {
  const texts = new FeatureRows(INTENT_FEATURES)
  const numbers = new Map(names.map((name, at) => [name, at]))
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
    train: questions.filter((_question, at) => fold[at] !== k),
    test: questions.filter((_question, at) => fold[at] === k),
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
      train: ours.filter((question, at) => !hidden(question) && fold[at] !== k),
      test: [
        ...ours.filter((question, at) => !hidden(question) && fold[at] === k),
        ...ours.filter((question) => hidden(question)).map((question) => ({ ...question, label: NONE })),
      ],
    }
  })
}
