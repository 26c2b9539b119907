import { fitEnsembleMember, logProbabilitiesOf, type EnsembleMemberKind, type TrainingSet } from './ensemble.ts'
import type { FeatureRows } from './feature-rows.ts'
import type { Fold } from './folds.ts'
import type { OutOfFold } from './log-linear-pool.ts'
import { buildDictionary, weigh, type Sparse, type View } from '../text/sparse.ts'

export interface DictionarySize {
  /** minimum number of rows that contain a feature */
  minRows: number
  /** maximum number of features in each view */
  maxFeatures: number
  /** weight of the character view, against 1 for words */
  characters: number
}

/**
 * The two views of all rows side by side.
 * @param chosen the rows that define the vocabulary and the idf; all when left out
 */
export function weighRows(
  { words, characters }: FeatureRows,
  size: DictionarySize,
  chosen?: Uint32Array,
): { views: View[]; matrix: Sparse } {
  const parts = [
    { counts: words, view: { dictionary: buildDictionary(words, size.minRows, size.maxFeatures, chosen), weight: 1 } },
    {
      counts: characters,
      view: {
        dictionary: buildDictionary(characters, Math.max(2, size.minRows), size.maxFeatures, chosen),
        weight: size.characters,
      },
    },
  ]
  return { views: parts.map(({ view }) => view), matrix: weigh(parts) }
}

/**
 * Predictions of each fold's models for its test rows.
 * @param setFor training set of a fold's models: nothing in it may come from the fold's test rows
 */
export function predictOutOfFold(
  folds: readonly Fold[],
  kinds: readonly EnsembleMemberKind[],
  strength: number,
  classes: number,
  setFor: (train: Uint32Array) => TrainingSet,
): OutOfFold {
  const total = folds.reduce((sum, { test }) => sum + test.length, 0)
  const predictions = emptyOutOfFold(total, kinds.length, classes)
  const { logs, rows, labels, weights } = predictions
  let at = 0
  for (const { train, test, weight } of folds) {
    const set = setFor(train)
    const members = kinds.map((kind) => fitEnsembleMember(set, kind, strength, train))
    for (const row of test) {
      rows[at] = row
      labels[at] = set.labels[row]!
      weights[at] = weight * (set.rowWeights ? set.rowWeights[row]! : 1)
      for (let m = 0; m < members.length; m++) {
        logProbabilitiesOf(members[m]!, set.matrix, row, set.groups?.[row] ?? 0, logs[m]!, at * classes)
      }
      at++
    }
  }
  return predictions
}

/** The predictions of some folds, followed by those of others. */
export function concatenate(first: OutOfFold, second: OutOfFold): OutOfFold {
  const joined = emptyOutOfFold(first.labels.length + second.labels.length, first.logs.length, first.classes)
  let at = 0
  for (const { logs, rows, labels, weights, classes } of [first, second]) {
    logs.forEach((log, m) => joined.logs[m]!.set(log, at * classes))
    joined.rows.set(rows, at)
    joined.labels.set(labels, at)
    joined.weights.set(weights, at)
    at += labels.length
  }
  return joined
}

function emptyOutOfFold(rows: number, models: number, classes: number): OutOfFold {
  return {
    logs: Array.from({ length: models }, () => new Float32Array(rows * classes)),
    rows: new Uint32Array(rows),
    labels: new Int32Array(rows),
    weights: new Float64Array(rows),
    classes,
  }
}
