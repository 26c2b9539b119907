import { poolRow } from './log-linear-pool.ts'
import type { Classifier } from './classifier.ts'
import { choose, confidenceOf, likeliestOf } from './decide.ts'
import { readDraft, type Draft } from '../text/features.ts'
import { logProbabilitiesOf } from './ensemble.ts'
import { Lookup } from '../text/dictionary.ts'
import { weighBags, type Sparse } from '../text/sparse.ts'
import { Bag } from '../text/bag.ts'

export interface Prediction {
  /** index into `names` of the class that is named */
  named: number
  /** chance that the named class is right, calibrated */
  confidence: number
  /** classes: calibrated probabilities, sum 1 */
  probabilities: Float64Array
}

/** Evaluates a model; caches structures that are costly to build. */
export class Predictor {
  readonly classifier: Classifier
  private readonly lookups: Lookup[]
  private readonly bags = [new Bag(), new Bag()] as const

  constructor(classifier: Classifier) {
    this.classifier = classifier
    this.lookups = classifier.views.map((view) => new Lookup(view.dictionary.keys))
  }

  row(draft: Draft): Sparse {
    readDraft(draft, this.classifier.features, this.bags[0], this.bags[1])
    return weighBags(this.bags, this.classifier.views, this.lookups)
  }

  predict(draft: Draft, group = 0): Prediction {
    return this.predictRow(this.row(draft), group)
  }

  predictRow(row: Sparse, group = 0): Prediction {
    const { members, pool, decision, names } = this.classifier
    const classes = Math.max(1, names.length)
    const logs = members.map((member) => {
      const out = new Float32Array(classes)
      logProbabilitiesOf(member, row, 0, group, out, 0)
      return out
    })
    const probabilities = new Float64Array(classes)
    poolRow(pool, logs, 0, probabilities)
    const named = choose(probabilities, 0, decision)
    return { named, confidence: confidenceOf(probabilities[named]!, decision), probabilities }
  }

  /** The same prediction with the likeliest class named, where the decision names a rarer one. */
  likeliest({ probabilities }: Prediction): Prediction {
    const named = likeliestOf(probabilities)
    return { named, confidence: confidenceOf(probabilities[named]!, this.classifier.decision), probabilities }
  }

  /** Column of a feature in a view, to explain single features. */
  column(view: 0 | 1, key: number): number {
    const column = this.lookups[view]!.column(key)
    return column < 0 ? -1 : column + (view === 0 ? 0 : this.classifier.views[0]!.dictionary.keys.length)
  }
}
