import type { ClassifierOptions } from './classifier.ts'
import type { TrainingSet } from './ensemble.ts'
import { generator, stratifiedFolds } from './random.ts'

/** Rows to train on and rows to test on, none of them the same. */
export interface Fold {
  train: Uint32Array
  test: Uint32Array
  /** weight of each test row */
  weight: number
}

/** Test rows of a fold at most: more say the same. */
const MAX_TEST_ROWS = 5000
/** Passes over the matrix that a fit takes, roughly: what it costs against the budget. */
const PASSES = 16
/** Rows from which on a validation part is a fold of its own. */
const VALIDATION = { part: 400, rest: 3000 }

/**
 * Folds over all rows. A large validation part is the first fold and counts as much as the rest: it may be later than the
 * rest, and other; the rest makes the figures steady. Big data is sampled to stay within the budget.
 */
export function planFolds(set: TrainingSet, options: ClassifierOptions, validation?: Uint8Array): Fold[] {
  const { matrix, labels, classes } = set
  const rows = labels.length
  if (rows < 10 || classes < 2) return []
  const every = Uint32Array.from({ length: rows }, (_, row) => row)
  const fits = options.budget / (matrix.column.length * classes * PASSES)
  const perStrength = Math.floor(fits / options.strengths.length)
  const withinBudget = (chosen: Uint32Array) => sample(chosen, Math.ceil((rows * fits) / options.strengths.length))

  const part = validation ? every.filter((row) => validation[row] === 1) : new Uint32Array(0)
  if (part.length >= VALIDATION.part && rows - part.length >= VALIDATION.rest) {
    const rest = every.filter((row) => validation![row] === 0)
    const first = { train: withinBudget(rest), test: sample(part, MAX_TEST_ROWS), weight: 1 }
    // The strengths are compared on the first fold only.
    const count = Math.min(options.folds - 1, Math.floor(fits) - options.strengths.length)
    if (count < 2) return [first]
    const fold = stratifiedFolds(labels, count, options.seed)
    const others = Array.from({ length: count }, (_, k) => ({
      train: every.filter((row) => validation![row] === 1 || fold[row] !== k),
      test: rest.filter((row) => fold[row] === k),
      weight: 1,
    }))
    return [{ ...first, weight: Math.max(1, rest.length / part.length) }, ...others]
  }
  if (perStrength < 2) {
    const { train, test } = dealt(labels, 10, options.seed)[0]!
    return [{ train: withinBudget(train), test: sample(test, MAX_TEST_ROWS), weight: 1 }]
  }
  // With few rows it is felt when a fold has less to learn from: smaller folds, else the trials look worse than the model is.
  return dealt(labels, Math.min(rows < 1000 ? 2 * options.folds : options.folds, perStrength), options.seed)
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

/** One of each so many rows in their order, drawn: a fixed step would see only a part of what comes round regularly. */
function sample(rows: Uint32Array, size: number): Uint32Array {
  if (rows.length <= size) return rows
  const random = generator(size)
  return Uint32Array.from({ length: size }, (_, i) => rows[Math.floor(((i + random()) * rows.length) / size)]!)
}
