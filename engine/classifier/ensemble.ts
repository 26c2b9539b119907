import { bayesLogProbabilities, fitBayes } from './bayes.ts'
import { fitLinear, LINEAR, logProbabilities, type Linear } from './linear.ts'
import type { Sparse } from '../text/sparse.ts'

export interface MemberKind {
  kind: 'linear' | 'bayes'
  /** one model for each group, or one for all */
  own: boolean
}
/** One of the models whose opinions are blended. */
export interface Member extends MemberKind {
  models: (Linear | null)[]
}

/** What members are fitted on. */
export interface Shop {
  matrix: Sparse
  labels: Int32Array
  classes: number
  groups: Int32Array | undefined
  groupCount: number
  seed: number
  /** see `ClassifierOptions` */
  balance: number
  rowWeights: Float32Array | undefined
}

export function fitMember(shop: Shop, kind: MemberKind, strength: number, rows: Uint32Array): Member {
  const { matrix, labels, classes, seed, balance } = shop
  const fit = (chosen: Uint32Array): Linear | null => {
    if (chosen.length === 0) return null
    if (kind.kind === 'bayes') return fitBayes(matrix, chosen, labels, classes, shop.rowWeights)
    const linear = { ...LINEAR, strength, seed }
    return fitLinear(matrix, chosen, labels, classes, {
      ...linear,
      ...(balance > 0 ? { classWeights: classWeightsOf(labels, chosen, classes, balance) } : {}),
      ...(shop.rowWeights ? { rowWeights: shop.rowWeights } : {}),
    })
  }
  if (!kind.own || !shop.groups) return { ...kind, own: false, models: [fit(rows)] }
  const models: (Linear | null)[] = []
  for (let group = 0; group < shop.groupCount; group++)
    models.push(fit(rows.filter((row) => shop.groups![row] === group)))
  return { ...kind, models }
}

/** Natural logarithms of the class probabilities of one row, written to `out` from `offset` on. */
export function logsOf(
  member: Member,
  matrix: Sparse,
  row: number,
  group: number,
  out: Float32Array,
  offset: number,
): void {
  const model = member.models[member.own ? group : 0] ?? null
  const classes = model?.classes ?? 0
  if (!model) return
  if (member.kind === 'bayes') bayesLogProbabilities(model, matrix, row, out, offset)
  else logProbabilities(model, matrix, row, out, offset)
  if (classes === 1) out[offset] = 0
}

function classWeightsOf(labels: Int32Array, rows: Uint32Array, classes: number, power: number): Float64Array {
  const counts = new Float64Array(classes)
  for (const row of rows) counts[labels[row]!]!++
  const present = counts.filter((count) => count > 0).length
  return counts.map((count) => (count > 0 ? (rows.length / (present * count)) ** power : 0))
}
