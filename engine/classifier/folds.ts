import type { ClassifierOptions } from './classifier.ts'
import type { Shop } from './ensemble.ts'
import { generator, stratifiedFolds } from '../random.ts'

/** Rows to learn from and rows to be asked about, none of them the same. */
export interface Fold {
  learn: Uint32Array
  ask: Uint32Array
  /** how much each asked row counts */
  weight: number
}

/** Rows asked about in one fold at most: more say the same. */
const MOST_ASKED = 5000
/** Passes over the matrix that one fit takes, roughly: what a fit costs against the budget. */
const PASSES = 16

/**
 * Folds over all rows. Where enough rows were set aside they are the first fold and count as much as the rest: they may be
 * later than the rest, and other; the rest makes the figures steady. Big data is sampled to stay within the budget.
 */
export function planFolds({ matrix, labels, classes }: Shop, options: ClassifierOptions, aside?: Uint8Array): Fold[] {
  const rows = labels.length
  if (rows < 10 || classes < 2) return []
  const every = Uint32Array.from({ length: rows }, (_, row) => row)
  const fits = options.budget / (matrix.column.length * classes * PASSES)
  const perStrength = Math.floor(fits / options.strengths.length)
  const within = (chosen: Uint32Array) => sample(chosen, Math.ceil((rows * fits) / options.strengths.length))

  const setAside = aside ? every.filter((row) => aside[row] === 1) : new Uint32Array(0)
  const known = aside ? every.filter((row) => aside[row] === 0) : every
  if (setAside.length >= 400 && known.length >= 3000) {
    const first = { learn: within(known), ask: sample(setAside, MOST_ASKED), weight: 1 }
    // The strengths are compared on the first fold only.
    const count = Math.min(options.folds - 1, Math.floor(fits) - options.strengths.length)
    if (count < 2) return [first]
    const dealt = stratifiedFolds(labels, count, options.seed)
    const rest = Array.from({ length: count }, (_, fold) => ({
      learn: every.filter((row) => aside![row] === 1 || dealt[row] !== fold),
      ask: known.filter((row) => dealt[row] === fold),
      weight: 1,
    }))
    return [{ ...first, weight: Math.max(1, known.length / setAside.length) }, ...rest]
  }
  if (perStrength < 2) {
    const dealt = stratifiedFolds(labels, 10, options.seed)
    const ask = every.filter((row) => dealt[row] === 0)
    return [{ learn: within(every.filter((row) => dealt[row] !== 0)), ask: sample(ask, MOST_ASKED), weight: 1 }]
  }
  // With few rows it is felt when a fold has less to learn from: smaller folds, else the trials look worse than the model is.
  const count = Math.min(rows < 1000 ? 2 * options.folds : options.folds, perStrength)
  const dealt = stratifiedFolds(labels, count, options.seed)
  return Array.from({ length: count }, (_, fold) => ({
    learn: every.filter((row) => dealt[row] !== fold),
    ask: every.filter((row) => dealt[row] === fold),
    weight: 1,
  }))
}

/** One of each so many rows in their order, drawn: a fixed step would see only a part of what comes round regularly. */
function sample(rows: Uint32Array, size: number): Uint32Array {
  if (rows.length <= size) return rows
  const random = generator(size)
  return Uint32Array.from({ length: size }, (_, i) => rows[Math.floor(((i + random()) * rows.length) / size)]!)
}
