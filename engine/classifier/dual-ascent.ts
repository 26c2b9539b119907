import type { Sparse } from '../text/sparse.ts'
import type { LinearOptions } from './fit-linear.ts'
import { scoreRow, type Linear } from './linear.ts'
import { softmax } from './softmax.ts'

/**
 * Squared distances between a row's distribution and the model's: below the first a row has nothing to teach, below the second
 * little.
 */
const NOTHING_TO_TEACH = 1e-7
const LITTLE_TO_TEACH = 1e-4
/** A class that moves by less is left unchanged in q and W, which so stay consistent. */
const MIN_MOVE = 1e-5

/**
 * The state of one fit, W and the q of each row: stochastic dual coordinate ascent on L2-regularised logistic regression.
 *
 * Minimised: ½‖W‖² + strength · Σ wᵢ · (−ln p(yᵢ | xᵢ)), with p = softmax(Wᵀx). Each row keeps its own distribution q
 * (at first the truth), and W is always Σ strength · wᵢ · xᵢ (yᵢ − qᵢ)ᵀ. A step moves qᵢ towards the model's pᵢ; the duality
 * gap is the sum of strength · wᵢ · KL(qᵢ‖pᵢ), so we know how far from the optimum we are and need no learning rate.
 * Source: Shalev-Shwartz and Zhang, "Accelerated proximal stochastic dual coordinate ascent" (2014), option I–III;
 * the softmax has second derivatives of at most ½, hence smoothness 2 in the step below.
 */
export class DualAscent {
  readonly model: Linear
  private readonly matrix: Sparse
  private readonly rows: Uint32Array
  /** strength · w of each row */
  private readonly rowWeights: Float64Array
  /** rows × classes */
  private readonly q: Float32Array
  /** remaining visits for which a row is skipped */
  private readonly skips: Uint8Array
  private readonly scores: Float64Array
  private readonly steps: Float64Array
  /** the classes that a step moves */
  private readonly moved: Int32Array

  constructor(
    matrix: Sparse,
    rows: Uint32Array,
    labels: ArrayLike<number>,
    classes: number,
    { strength, rowWeights }: LinearOptions,
  ) {
    this.matrix = matrix
    this.rows = rows
    this.model = {
      classes,
      weights: new Float32Array(matrix.columns * classes),
      bias: new Float32Array(classes),
    }
    this.rowWeights = Float64Array.from(rows, (row) => strength * (rowWeights?.[row] ?? 1))
    this.q = new Float32Array(rows.length * classes)
    rows.forEach((row, i) => (this.q[i * classes + labels[row]!] = 1))
    this.skips = new Uint8Array(rows.length)
    this.scores = new Float64Array(classes)
    this.steps = new Float64Array(classes)
    this.moved = new Int32Array(classes)
  }

  /**
   * One step on the i-th row.
   * @returns its share of the duality gap, KL(q‖p); 0 when it was skipped
   */
  visit(i: number): number {
    const { skips, scores, steps, q } = this
    if (skips[i]! > 0) {
      skips[i]!--
      return 0
    }
    const weight = this.rowWeights[i]!
    if (weight <= 0) return 0
    const row = this.rows[i]!
    scoreRow(this.model, this.matrix, row, scores)
    softmax(scores)
    let distance = 0
    let divergence = 0
    for (let c = 0; c < scores.length; c++) {
      const p = scores[c]!
      const old = q[i * scores.length + c]!
      const step = p - old
      steps[c] = step
      distance += step * step
      if (old > 1e-9) divergence += old * Math.log(old / Math.max(p, 1e-30))
    }
    divergence = Math.max(0, divergence)
    if (distance < NOTHING_TO_TEACH) {
      skips[i] = 2
      return divergence
    }
    // Rows have length 1; the feature that every row has adds 1 to the squared length.
    const size = Math.min(1, (divergence + distance) / (distance * (2 + 2 * weight)))
    this.move(row, this.moveRow(i, size, weight))
    if (distance < LITTLE_TO_TEACH) skips[i] = 1
    return divergence
  }

  /**
   * Moves q of the i-th row and turns `steps` into the update of W.
   * @returns how many classes move; they are listed in `moved`
   */
  private moveRow(i: number, size: number, weight: number): number {
    const { steps, moved, q } = this
    let count = 0
    for (let c = 0; c < steps.length; c++) {
      const step = size * steps[c]!
      if (step < MIN_MOVE && step > -MIN_MOVE) continue
      q[i * steps.length + c]! += step
      steps[c] = -weight * step
      moved[count++] = c
    }
    return count
  }

  private move(row: number, count: number): void {
    const { steps, moved } = this
    const { start, column, value } = this.matrix
    const { classes, weights, bias } = this.model
    for (let k = 0; k < count; k++) bias[moved[k]!]! += steps[moved[k]!]!
    for (let i = start[row]!; i < start[row + 1]!; i++) {
      const x = value[i]!
      const base = column[i]! * classes
      // The same without the list of classes, which is slower when it contains all of them.
      if (count === classes) for (let c = 0; c < classes; c++) weights[base + c]! += x * steps[c]!
      else for (let k = 0; k < count; k++) weights[base + moved[k]!]! += x * steps[moved[k]!]!
    }
  }
}
