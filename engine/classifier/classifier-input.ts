import type { MayName } from './decide.ts'
import type { FeatureRows } from './feature-rows.ts'
import type { SpecialRows } from './folds.ts'
import type { RecordPrior } from './record.ts'

export interface LabelledTexts extends SpecialRows {
  texts: FeatureRows
  /** class of each row, an index into `names` */
  labels: Int32Array
  names: readonly string[]
  /** group of each row when every group gets a separate model */
  groups?: Int32Array
  /** weight of each row, in learning and in calibration; 1 when left out */
  rowWeights?: Float32Array
  /** 1 for the rows that people of the office decided: their out-of-fold accuracy is the classifier's record */
  decided?: Uint8Array
  /** whether a row may get a class although another one is likelier; all may when left out */
  isAllowedClass?: MayName
}

export interface ClassifierOptions {
  aim: 'auto' | 'accuracy' | 'balance'
  /** inverse regularisations to choose from */
  strengths: readonly number[]
  folds: number
  /** weight of the character view, against 1 for words */
  characters: number
  /** below this many rows in a group each fold computes its own idf */
  perFoldIdfBelow: number
  seed: number
  /** budget for choosing and calibrating, in multiplications; larger data is sampled */
  budget: number
  /** share by which confidence is reduced beyond what the folds suggest: new texts differ more from old ones than folds do */
  caution: number
  /** prior of the record while people have decided little; no record is kept when left out */
  recordPrior?: RecordPrior
}
export const DEFAULTS: ClassifierOptions = {
  aim: 'auto',
  strengths: [6, 24],
  folds: 5,
  characters: 0.8,
  // With more rows a fold hardly changes the idf, and recomputing it takes as long as the training.
  perFoldIdfBelow: 1000,
  seed: 1,
  budget: 4e9,
  caution: 0,
}
