import { DEFAULTS, type ClassifierOptions, type LabelledTexts } from './classifier-input.ts'
import {
  fitEnsembleMember,
  memberKinds,
  type EnsembleMember,
  type EnsembleMemberKind,
  type TrainingSet,
} from './ensemble.ts'
import { fitPool } from './fit-pool.ts'
import type { Fold } from './folds.ts'
import { meanLoss, type LogLinearPool, type OutOfFold } from './log-linear-pool.ts'
import { concatenate, predictOutOfFold, weighRows, type DictionarySize } from './out-of-fold.ts'
import type { View } from '../text/sparse.ts'

/** The training data of a classifier, with the settings for its size. */
export interface Prepared {
  set: TrainingSet
  views: View[]
  kinds: readonly EnsembleMemberKind[]
  options: ClassifierOptions
  /** the training set for a fold's models */
  setFor: (train: Uint32Array) => TrainingSet
}

/** The models of one regularisation with their out-of-fold predictions. */
export interface Trial {
  strength: number
  outOfFold: OutOfFold
  pool: LogLinearPool
  loss: number
}

export function prepare(given: LabelledTexts, overrides: Partial<ClassifierOptions>): Prepared {
  const options = { ...DEFAULTS, ...overrides }
  const { texts, labels, names, groups, rowWeights } = given
  const classes = Math.max(1, names.length)
  const groupCount = groups ? groups.reduce((most, group) => Math.max(most, group), 0) + 1 : 1
  const size: DictionarySize = {
    minRows: texts.rows < 1500 ? 1 : texts.rows < 30_000 ? 2 : 4,
    maxFeatures: Math.max(20_000, Math.min(600_000, Math.floor(48_000_000 / classes / Math.min(groupCount, 40)))),
    characters: options.characters,
  }
  const { views, matrix } = weighRows(texts, size)
  const set = { matrix, labels, classes, groups, groupCount, seed: options.seed, rowWeights }
  const hasOwnRarities = texts.rows < options.perFoldIdfBelow * groupCount
  if (!hasOwnRarities) texts.clear()
  const setFor = (train: Uint32Array) =>
    hasOwnRarities ? { ...set, matrix: weighRows(texts, size, train).matrix } : set
  return { set, views, kinds: memberKinds(groupCount), options, setFor }
}

/** Compares the regularisations out of fold. With many rows one fold decides; the remaining folds then try only the better one. */
export function chooseStrength(prepared: Prepared, folds: readonly Fold[]): Trial {
  const { set, kinds, options, setFor } = prepared
  const predict = (strength: number, chosen: readonly Fold[]) =>
    predictOutOfFold(chosen, kinds, strength, set.classes, setFor)
  const strengths = folds.length > 0 ? options.strengths : options.strengths.slice(0, 1)
  const compared = set.labels.length > 1200 && strengths.length > 1 ? folds.slice(0, 1) : folds
  const best = strengths
    .map((strength) => trialOf(strength, predict(strength, compared)))
    .reduce((a, b) => (b.loss < a.loss ? b : a))
  const others = folds.slice(compared.length)
  if (others.length === 0) return best
  return trialOf(best.strength, concatenate(best.outOfFold, predict(best.strength, others)))
}

function trialOf(strength: number, outOfFold: OutOfFold): Trial {
  const pool = fitPool(outOfFold)
  return { strength, outOfFold, pool, loss: meanLoss(pool, outOfFold) }
}

/** The final ensemble members, fitted on all rows. */
export function fitMembers({ set, kinds }: Prepared, strength: number): EnsembleMember[] {
  const every = Uint32Array.from(set.labels, (_, row) => row)
  return kinds.map((kind) => fitEnsembleMember(set, kind, strength, every))
}
