import { bayesLogProbabilities, fitBayes } from './bayes.ts'
import { fitLinear } from './fit-linear.ts'
import { logProbabilities, type Linear } from './linear.ts'
import type { Sparse } from '../text/sparse.ts'

export interface EnsembleMemberKind {
  kind: 'linear' | 'bayes'
  /** a separate model for each group, or one for all */
  own: boolean
}
/** One model of the ensemble. */
export interface EnsembleMember extends EnsembleMemberKind {
  models: (Linear | null)[]
}

/** The data that members are fitted on. */
export interface TrainingSet {
  matrix: Sparse
  labels: Int32Array
  classes: number
  groups: Int32Array | undefined
  groupCount: number
  seed: number
  rowWeights: Float32Array | undefined
}

export function memberKinds(groupCount: number): EnsembleMemberKind[] {
  const forAll = (['linear', 'bayes'] as const).map((kind) => ({ kind, own: false }))
  return groupCount > 1 ? [...forAll.map(({ kind }) => ({ kind, own: true })), ...forAll] : forAll
}

export function fitEnsembleMember(
  set: TrainingSet,
  kind: EnsembleMemberKind,
  strength: number,
  rows: Uint32Array,
): EnsembleMember {
  const { matrix, labels, classes, groups, rowWeights } = set
  const fit = (chosen: Uint32Array): Linear | null => {
    if (chosen.length === 0) return null
    if (kind.kind === 'bayes') return fitBayes(matrix, chosen, labels, classes, rowWeights)
    return fitLinear(matrix, chosen, labels, classes, { strength, seed: set.seed, rowWeights })
  }
  if (!kind.own || !groups) return { ...kind, own: false, models: [fit(rows)] }
  const models = Array.from({ length: set.groupCount }, (_, group) => fit(rows.filter((row) => groups[row] === group)))
  return { ...kind, models }
}

/** Natural logarithms of the class probabilities of one row, written to `out` from `offset` on; zeros when the group is unknown. */
export function logProbabilitiesOf(
  member: EnsembleMember,
  matrix: Sparse,
  row: number,
  group: number,
  out: Float32Array,
  offset: number,
): void {
  const model = member.models[member.own ? group : 0]
  if (!model) return
  if (member.kind === 'bayes') bayesLogProbabilities(model, matrix, row, out, offset)
  else logProbabilities(model, matrix, row, out, offset)
  if (model.classes === 1) out[offset] = 0
}
