import { DualAscent } from './dual-ascent.ts'
import type { Linear } from './linear.ts'
import { generator, shuffle } from './random.ts'
import type { Sparse } from '../text/sparse.ts'

export interface LinearOptions {
  /** inverse of the regularisation; larger fits closer */
  strength: number
  seed: number
  /** weight of each row (by row number of the matrix), 1 when left out */
  rowWeights?: ArrayLike<number> | undefined
  passes?: number
  /** stop when the mean KL(q‖p) of a row falls below this */
  tolerance?: number
}

/**
 * @param rows which rows of the matrix to learn from
 * @param labels class of each row of the matrix (by row number)
 */
export function fitLinear(
  matrix: Sparse,
  rows: Uint32Array,
  labels: ArrayLike<number>,
  classes: number,
  options: LinearOptions,
): Linear {
  const { seed, passes = 14, tolerance = 0.01 } = options
  const ascent = new DualAscent(matrix, rows, labels, classes, options)
  const order = Uint32Array.from(rows, (_, i) => i)
  const random = generator(seed)
  for (let pass = 0; pass < passes; pass++) {
    shuffle(order, random)
    let gap = 0
    for (const i of order) gap += ascent.visit(i)
    if (gap <= tolerance * rows.length) break
  }
  return ascent.model
}
