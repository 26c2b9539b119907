import { calibrate, fitCalibrationCurve, type CalibrationCurve } from '../../classifier/calibration.ts'
import { logit, sigmoid } from '../../classifier/logistic.ts'
import { requirementExamples, type RequirementExample } from './requirement-examples.ts'
import { featuresOf, FEATURES, type Context } from './features.ts'

/** Only this much of a long sentence is read for words. UTF-16 units. */
const MAX_LENGTH = 700

/** Indices of cues, followed by indices of words and word pairs. */
type Row = readonly number[]

interface Weights {
  features: Float64Array
  bias: number
}

/** L2 regularisation: the corpus is small, and a cue that occurs in two sentences proves little. */
const LINE_PENALTY = 0.2
/** Weight of a word against that of a cue: words are weaker evidence, so several must agree. */
const WORD = 0.45
/** Words that occur in fewer sentences of the corpus are ignored. */
const MIN_SENTENCES = 2
const STEPS = 90
const RATE = 0.8
const FOLDS = 5
/** In letters, minutes and reports about one sentence in five is a requirement; in our corpus nearly every second. */
const SHARE_OF_ASKS = 0.2

/**
 * Whether a sentence asks the office for something: logistic regression on the cues of `features.ts`, trained on `corpus.txt`,
 * which we wrote. The probability is calibrated on folds.
 */
export class RequirementClassifier {
  private static learnt: RequirementClassifier | undefined
  private readonly weights: Weights
  private readonly curve: CalibrationCurve
  private readonly words: Map<string, number>
  /** prior correction of each logit: requirements are rarer in documents than in the corpus */
  private readonly rarity: number

  /** The model trained on our own sentences, cached. */
  static ofCorpus(): RequirementClassifier {
    return (this.learnt ??= new RequirementClassifier(requirementExamples()))
  }

  constructor(examples: readonly RequirementExample[]) {
    this.words = vocabularyOf(examples)
    const rows = examples.map(({ sentence, contexts }) => this.row(sentence, contexts))
    const truth = examples.map(({ isRequirement }) => isRequirement)
    const share = truth.filter(Boolean).length / truth.length
    this.rarity = logit(share) - logit(SHARE_OF_ASKS)
    const size = FEATURES.length + this.words.size
    this.weights = fit(rows, truth, size)
    this.curve = calibrated(rows, truth, size)
  }

  probability(sentence: string, contexts: ReadonlySet<Context>): number {
    return sigmoid(calibrate(this.curve, scoreOf(this.weights, this.row(sentence, contexts))) - this.rarity)
  }

  private row(sentence: string, contexts: ReadonlySet<Context>): Row {
    const words = [...wordsOf(sentence)].flatMap((word) => this.words.get(word) ?? [])
    return [...featuresOf(sentence, contexts), ...words]
  }
}

/** Words and word bigrams; the first word is marked, because a verb there is a command. */
function wordsOf(sentence: string): Set<string> {
  const words = (
    sentence
      .slice(0, MAX_LENGTH)
      .toLowerCase()
      .match(/[\p{L}']+|\d+/gu) ?? []
  ).map((word) => (/^\d/.test(word) ? '0' : word))
  return new Set(words.flatMap((word, i) => (i === 0 ? [`^ ${word}`, word] : [word, `${words[i - 1]!} ${word}`])))
}

function vocabularyOf(examples: readonly RequirementExample[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { sentence } of examples)
    for (const word of wordsOf(sentence)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const frequent = [...counts].filter(([, count]) => count >= MIN_SENTENCES)
  return new Map(frequent.map(([word], i) => [word, FEATURES.length + i]))
}

/**
 * Gradient descent on the log loss with a step size per weight (AdaGrad). Source: Duchi et al., "Adaptive subgradient methods"
 * (2011).
 */
function fit(rows: readonly Row[], truth: readonly boolean[], size: number): Weights {
  const weights: Weights = { features: new Float64Array(size), bias: 0 }
  const gradient = new Float64Array(size)
  const squares = new Float64Array(size).fill(1e-8)
  let biasSquares = 1e-8
  for (let step = 0; step < STEPS; step++) {
    let biasGradient = 0
    for (let f = 0; f < size; f++) gradient[f] = LINE_PENALTY * weights.features[f]!
    rows.forEach((row, i) => {
      const off = sigmoid(scoreOf(weights, row)) - Number(truth[i])
      for (const feature of row) gradient[feature]! += feature < FEATURES.length ? off : off * WORD
      biasGradient += off
    })
    for (let f = 0; f < size; f++) {
      squares[f]! += gradient[f]! ** 2
      weights.features[f]! -= (RATE * gradient[f]!) / Math.sqrt(squares[f]!)
    }
    biasSquares += biasGradient ** 2
    weights.bias -= (RATE * biasGradient) / Math.sqrt(biasSquares)
  }
  return weights
}

function calibrated(rows: readonly Row[], truth: readonly boolean[], size: number): CalibrationCurve {
  const logits = new Float64Array(rows.length)
  for (let fold = 0; fold < FOLDS; fold++) {
    const isLearnt = (_: unknown, at: number) => at % FOLDS !== fold
    const weights = fit(rows.filter(isLearnt), truth.filter(isLearnt), size)
    for (let i = fold; i < rows.length; i += FOLDS) logits[i] = scoreOf(weights, rows[i]!)
  }
  return fitCalibrationCurve(logits, Uint8Array.from(truth, Number))
}

function scoreOf(weights: Weights, row: Row): number {
  let score = weights.bias
  for (const feature of row) {
    const weight = weights.features[feature]!
    score += feature < FEATURES.length ? weight : weight * WORD
  }
  return score
}
