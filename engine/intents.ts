import { trainClassifier, trainLike, type Classifier } from './classifier/classifier.ts'
import { FeatureRows } from './classifier/feature-rows.ts'
import { Reader } from './classifier/reader.ts'
import { FULL, type FeatureOptions } from './text/features.ts'
import { stratifiedFolds } from './classifier/random.ts'
import { SimilarIndex } from './similarity/similar.ts'

/**
 * Which question is it, and is it one of ours at all? The classifier names the question; a second score of its own says how
 * likely it is that none of ours is meant. Both are fitted on questions that the classifier had not seen.
 */
export interface IntentModel {
  classifier: Classifier
  /** weights of the signs of being out of scope, the last is the constant */
  strange: number[]
  /** mean and spread by which each sign is scaled */
  scale: { mean: number[]; spread: number[] }
  /** above this the answer is "none of ours" */
  threshold: number
  /** the known questions, kept for the nearest-question sign */
  examples: { text: string; label: string }[]
}

/** The label of questions that are none of ours. */
export const NONE = 'oos'
const INTENT_FEATURES: FeatureOptions = { ...FULL, words: 120, loosePairs: true }

/** What the share of foreign questions that are refused is worth against the share of ours that are answered rightly. */
const FOREIGN_WEIGHT = 0.05

export interface Question {
  text: string
  label: string
  /** set aside for fitting the threshold */
  aside?: boolean
}

export function trainIntents(
  questions: readonly Question[],
  strengths: readonly number[] = [16],
  budget = 4e9,
  foreignWeight = FOREIGN_WEIGHT,
): IntentModel {
  const ours = questions.filter(({ label }) => label !== NONE)
  const foreign = questions.filter(({ label }) => label === NONE)
  const rounds = foreign.length >= 20 ? roundsWithForeign(questions) : roundsWithout(ours)
  const signs: number[][] = []
  const isForeign: boolean[] = []
  const isRight: boolean[] = []
  const names = [...new Set(questions.map(({ label }) => label))]
  let like: Classifier | undefined
  for (const { learn, ask } of rounds) {
    const trial = new IntentReader({ ...EMPTY, ...learnFrom(learn, names, strengths, budget, like) })
    like ??= trial.model.classifier
    for (const question of ask) {
      const { signs: found, label } = trial.look(question.text)
      signs.push(found)
      isForeign.push(question.label === NONE)
      isRight.push(label === question.label)
    }
  }
  const { weights, scale } = fitStrange(signs, isForeign)
  const scores = signs.map((found) => strangeness(found, weights, scale))
  return {
    ...learnFrom(questions, names, strengths, budget, foreign.length >= 20 ? like : undefined),
    strange: weights,
    scale,
    threshold: bestThreshold(scores, isForeign, isRight, foreignWeight),
  }
}

export interface Understood {
  /** the likeliest question of ours, or `oos` */
  label: string
  confidence: number
  /** chance that none of ours is meant */
  strange: number
  /** our questions, likeliest first */
  alternatives: { label: string; probability: number }[]
}

/** Asks a model; keeps what is costly to build. */
export class IntentReader {
  readonly model: IntentModel
  private readonly reader: Reader
  private readonly index: SimilarIndex
  private readonly labelOf = new Map<string, string>()

  constructor(model: IntentModel) {
    this.model = model
    this.reader = new Reader(model.classifier)
    this.index = new SimilarIndex()
    model.examples.forEach(({ text, label }, at) => {
      if (label === NONE) return
      this.labelOf.set(String(at), label)
      this.index.add({ id: String(at), title: text, description: '' })
    })
    this.index.build()
  }

  understand(text: string): Understood {
    const { ranked, signs } = this.look(text)
    const { strange, scale, threshold } = this.model
    const foreign = strangeness(signs, strange, scale)
    const best = ranked[0]
    const out = foreign > threshold || !best
    return {
      label: out ? NONE : best.label,
      confidence: out ? Math.max(foreign, threshold) : best.probability * (1 - foreign * 0.5),
      strange: foreign,
      alternatives: ranked.slice(0, 4),
    }
  }

  /** The signs of being none of ours, and our questions by their chance among ours. */
  look(text: string): { label: string; signs: number[]; ranked: { label: string; probability: number }[] } {
    const { names } = this.model.classifier
    const row = this.reader.row({ title: '', description: text })
    let known = 0
    for (const x of row.value) known += x * x
    const { probabilities } = this.reader.predictRow(row)
    const none = names.indexOf(NONE)
    const chance = none < 0 ? 0 : probabilities[none]!
    const ranked = names
      .map((label, c) => ({ label, probability: probabilities[c]! / Math.max(1e-9, 1 - chance) }))
      .filter(({ label }) => label !== NONE)
      .sort((a, b) => b.probability - a.probability)
    const [first, second] = [ranked[0]?.probability ?? 0, ranked[1]?.probability ?? 0]
    const near = this.index.query({ title: text, description: '' }, 3)
    const label = ranked[0]?.label ?? ''
    const agree = near.filter(({ id }) => this.labelOf.get(id) === label).length
    let entropy = 0
    for (const { probability } of ranked) if (probability > 1e-9) entropy -= probability * Math.log(probability)
    const signs = [
      logit(chance),
      logit(first),
      Math.log(first + 1e-6) - Math.log(second + 1e-6),
      entropy,
      Math.sqrt(known),
      near[0]?.score ?? 0,
      agree / 3,
    ]
    return { label, signs, ranked }
  }
}

const EMPTY = { strange: [0, 0, 0, 0, 0, 0, 0, 0], scale: { mean: [], spread: [] }, threshold: 1 }

function learnFrom(
  questions: readonly Question[],
  names: readonly string[],
  strengths: readonly number[],
  budget: number,
  like?: Classifier,
) {
  const texts = new FeatureRows(INTENT_FEATURES)
  const numbers = new Map(names.map((name, at) => [name, at]))
  for (const { text } of questions) texts.add({ title: '', description: text })
  const labels = Int32Array.from(questions, ({ label }) => numbers.get(label)!)
  const options = { aim: 'accuracy' as const, strengths, budget, folds: 3 }
  const given = { texts, labels, names }
  const classifier = like ? trainLike(given, options, like) : trainClassifier(given, options)
  return { classifier, examples: questions.map(({ text, label }) => ({ text, label })) }
}

interface Round {
  learn: Question[]
  ask: Question[]
}

function roundsWithForeign(questions: readonly Question[]): Round[] {
  const aside = questions.filter((question) => question.aside)
  if (aside.filter(({ label }) => label === NONE).length >= 20 && aside.length >= 100) {
    return [{ learn: questions.filter((question) => !question.aside), ask: aside }]
  }
  const names = [...new Set(questions.map(({ label }) => label))]
  const folds = questions.length > 6000 ? 2 : 4
  const fold = stratifiedFolds(
    questions.map(({ label }) => names.indexOf(label)),
    folds,
  )
  return Array.from({ length: folds }, (_, k) => ({
    learn: questions.filter((_question, at) => fold[at] !== k),
    ask: questions.filter((_question, at) => fold[at] === k),
  }))
}

/** Nobody wrote down what is out of scope: some of our own questions are kept from the classifier and play that part. */
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
      learn: ours.filter((question, at) => !hidden(question) && fold[at] !== k),
      ask: [
        ...ours.filter((question, at) => !hidden(question) && fold[at] === k),
        ...ours.filter((question) => hidden(question)).map((question) => ({ ...question, label: NONE })),
      ],
    }
  })
}

function strangeness(signs: readonly number[], weights: readonly number[], scale: IntentModel['scale']): number {
  let score = weights.at(-1)!
  signs.forEach((sign, k) => (score += weights[k]! * ((sign - (scale.mean[k] ?? 0)) / (scale.spread[k] ?? 1))))
  return 1 / (1 + Math.exp(-score))
}

/** Logistic regression on a handful of scaled signs by gradient descent, lightly pulled to 0. */
function fitStrange(
  signs: readonly number[][],
  foreign: readonly boolean[],
): { weights: number[]; scale: IntentModel['scale'] } {
  const count = signs[0]?.length ?? 7
  const total = Math.max(1, signs.length)
  const mean = Array.from({ length: count }, (_, k) => signs.reduce((sum, row) => sum + row[k]!, 0) / total)
  const spread = mean.map((m, k) => Math.sqrt(signs.reduce((sum, row) => sum + (row[k]! - m) ** 2, 0) / total) || 1)
  const scaled = signs.map((row) => row.map((x, k) => (x - mean[k]!) / spread[k]!))
  const share = foreign.filter(Boolean).length / total
  const weights = [...mean.map(() => 0), Math.log((share + 1e-3) / (1 - share + 1e-3))]
  for (let turn = 0; turn < 400; turn++) {
    const slope = weights.map((weight, k) => (k < count ? (0.5 * weight) / total : 0))
    scaled.forEach((row, i) => {
      let score = weights[count]!
      for (let k = 0; k < count; k++) score += weights[k]! * row[k]!
      const off = (1 / (1 + Math.exp(-score)) - (foreign[i] ? 1 : 0)) / total
      for (let k = 0; k < count; k++) slope[k]! += off * row[k]!
      slope[count]! += off
    })
    for (let k = 0; k <= count; k++) weights[k]! -= 1.5 * slope[k]!
  }
  return { weights, scale: { mean, spread } }
}

/** The threshold with the largest (share of ours answered rightly) + weight × (share of foreign ones refused). */
function bestThreshold(
  scores: readonly number[],
  foreign: readonly boolean[],
  right: readonly boolean[],
  foreignWeight: number,
): number {
  const order = scores.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]!)
  const others = Math.max(1, foreign.filter(Boolean).length)
  const ours = Math.max(1, foreign.length - others)
  let value = 0
  let best = { value: 0, threshold: 1 }
  order.forEach((i, at) => {
    value += foreign[i] ? foreignWeight / others : right[i] ? -1 / ours : 0
    const next = order[at + 1]
    const edge = next === undefined ? scores[i]! / 2 : (scores[i]! + scores[next]!) / 2
    if (value > best.value) best = { value, threshold: edge }
  })
  return best.threshold
}

function logit(p: number): number {
  const kept = Math.min(Math.max(p, 1e-4), 1 - 1e-4)
  return Math.log(kept / (1 - kept))
}
