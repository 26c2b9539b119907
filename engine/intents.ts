import type { Classifier } from './classifier/classifier.ts'
import { confidenceOf } from './classifier/decide.ts'
import { logit } from './classifier/logistic.ts'
import { Predictor } from './classifier/predictor.ts'
import { SimilarIndex } from './similarity/similar.ts'
import { outOfScopeProbability, type OutOfScopeModel } from './out-of-scope.ts'

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
/** Keeps the logits of the out-of-scope features moderate. */
const LOGIT_FLOOR = 1e-4

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
    model.examples.forEach(({ text, label }, i) => {
      if (label === NONE) return
      this.labelOf.set(String(i), label)
      this.index.add({ id: String(i), title: text, description: '' })
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
