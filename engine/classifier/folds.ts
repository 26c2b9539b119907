import type { ClassifierOptions } from './classifier-input.ts'
import type { TrainingSet } from './ensemble.ts'
import { generator, stratifiedFolds } from './random.ts'

/** Disjoint rows to train on and to test on. */
export interface Fold {
  train: Uint32Array
  test: Uint32Array
  /** weight of each test row */
  weight: number
}

/** Maximum test rows of a fold: more would not change the result. */
const MAX_TEST_ROWS = 5000
/** Approximate passes over the matrix per fit, which are charged to the budget. */
const PASSES = 16
/** Minimum sizes at which a validation part becomes a separate fold. */
const VALIDATION = { part: 400, rest: 3000 }

/** Rows that are not a random sample of all. */
export interface SpecialRows {
  /** 1 for the rows of the validation part, if the data has one */
  validation?: Uint8Array
  /** 1 for the newest rows, which get a separate fold whose models know nothing newer than they are */
  newest?: Uint8Array
}

/** Folds over all rows; large data is sampled to stay within the budget. */
export function planFolds(set: TrainingSet, options: ClassifierOptions, special: SpecialRows = {}): Fold[] {
  const { labels, classes } = set
  if (labels.length < 10 || classes < 2) return []
  const every = Uint32Array.from(labels, (_, row) => row)
  const { validation, newest } = special
  const part = validation ? every.filter((row) => validation[row] === 1) : new Uint32Array(0)
  if (part.length >= VALIDATION.part && labels.length - part.length >= VALIDATION.rest) {
    return withValidationFold(
      set,
      options,
      part,
      every.filter((row) => validation![row] === 0),
    )
  }
  const folds = dealtFolds(set, options)
  const held = newest ? every.filter((row) => newest[row] === 1) : new Uint32Array(0)
  if (held.length === 0) return folds
  const older = every.filter((row) => newest![row] === 0)
  const { perStrength, withinBudget } = budgetOf(set, options)
  const train = perStrength < 2 ? withinBudget(older) : older
  // The newest rows are the last fold: the strengths are compared on the first, which is a random sample.
  return [...withoutTesting(folds, newest!), { train, test: held, weight: 1 }]
}

function dealtFolds(set: TrainingSet, options: ClassifierOptions): Fold[] {
  const { labels } = set
  const { perStrength, withinBudget } = budgetOf(set, options)
  if (perStrength < 2) {
    const { train, test } = dealt(labels, 10, options.seed)[0]!
    return [{ train: withinBudget(train), test: sample(test, MAX_TEST_ROWS), weight: 1 }]
  }
  // With few rows a smaller training set matters: more and smaller folds, or the trials look worse than the final model.
  const count = labels.length < 1000 ? 2 * options.folds : options.folds
  return dealt(labels, Math.min(count, perStrength), options.seed)
}

/** The validation part weighs as much as the rest: it may be later and different, while the rest stabilises the figures. */
function withValidationFold(
  set: TrainingSet,
  options: ClassifierOptions,
  part: Uint32Array,
  rest: Uint32Array,
): Fold[] {
  const { fits, withinBudget } = budgetOf(set, options)
  const first = { train: withinBudget(rest), test: sample(part, MAX_TEST_ROWS), weight: 1 }
  // The strengths are compared on the first fold only.
  const count = Math.min(options.folds - 1, Math.floor(fits) - options.strengths.length)
  if (count < 2) return [first]
  const isPart = new Uint8Array(set.labels.length)
  for (const row of part) isPart[row] = 1
  const others = dealt(set.labels, count, options.seed).map((fold) => ({
    ...fold,
    train: Uint32Array.from([...fold.train, ...fold.test.filter((row) => isPart[row] === 1)]).sort(),
  }))
  return [{ ...first, weight: Math.max(1, rest.length / part.length) }, ...withoutTesting(others, isPart)]
}

function withoutTesting(folds: readonly Fold[], flags: Uint8Array): Fold[] {
  return folds.map((fold) => ({ ...fold, test: fold.test.filter((row) => flags[row] === 0) }))
}

function budgetOf({ matrix, labels, classes }: TrainingSet, { budget, strengths }: ClassifierOptions) {
  const fits = budget / (matrix.column.length * classes * PASSES)
  return {
    fits,
    perStrength: Math.floor(fits / strengths.length),
    withinBudget: (rows: Uint32Array) => sample(rows, Math.ceil((labels.length * fits) / strengths.length)),
  }
}

function dealt(labels: Int32Array, count: number, seed: number): Fold[] {
  const fold = stratifiedFolds(labels, count, seed)
  const every = Uint32Array.from(labels, (_, row) => row)
  return Array.from({ length: count }, (_, k) => ({
    train: every.filter((row) => fold[row] !== k),
    test: every.filter((row) => fold[row] === k),
    weight: 1,
  }))
}

/** Stratified random sample in order: a fixed step would miss parts of a periodic pattern. */
function sample(rows: Uint32Array, size: number): Uint32Array {
  if (rows.length <= size) return rows
  const random = generator(size)
  return Uint32Array.from({ length: size }, (_, i) => rows[Math.floor(((i + random()) * rows.length) / size)]!)
}
