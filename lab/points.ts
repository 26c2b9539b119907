import { trainClassifier, type Classifier } from '../engine/classifier/classifier.ts'
import { FeatureRows } from '../engine/classifier/feature-rows.ts'
import { Predictor } from '../engine/classifier/predictor.ts'
import type { Draft } from '../engine/text/features.ts'
import { quantile, sampleOf } from '../engine/durations/sample.ts'

/**
 * Model for values without dates (story points): a distribution over the occurring values, mixed from the text's prediction and
 * the group's shares. It predicts the median, which has the smallest mean absolute error.
 */
export interface PointModel {
  /** the value of each class */
  steps: number[]
  classifier: Classifier
  /** groups × steps: the shares of each group, shrunk towards those of all */
  shares: number[][]
  /** weight of the text's distribution; the rest is the group's */
  trust: number
  /** levels of the distribution that enclose four in five values of the validation rows */
  low: number
  high: number
}

export interface PointTrainingSet {
  texts: FeatureRows
  values: Float64Array
  groups: Int32Array
  groupCount: number
  /** rows for choosing the weights; 1 = validation part */
  validation: Uint8Array
}

/** Candidate weights of the text in this order: a later one must be better, so small samples get a moderate one. */
const TRUSTS = [0.3, 0.45, 0.6, 0.8, 1, 0.15, 0]
/** Maximum number of distinct values. */
const STEPS = 14

export function trainPoints(set: PointTrainingSet, drafts: (row: number) => Draft): PointModel {
  const { values, groups, groupCount, texts } = set
  const rows = values.length
  const steps = stepsOf(values)
  const labels = Int32Array.from(values, (value) => nearest(steps, value))
  const held = set.validation.some((flag) => flag === 1)
    ? set.validation
    : Uint8Array.from({ length: rows }, (_, row) => (row % 5 === 4 ? 1 : 0))
  const names = steps.map(String)
  const learn = (chosen: number[]): Classifier => {
    const part = new FeatureRows(texts.options)
    for (const row of chosen) part.add(drafts(row))
    return trainClassifier(
      {
        texts: part,
        labels: Int32Array.from(chosen, (row) => labels[row]!),
        names,
        ...(groupCount > 1 ? { groups: Int32Array.from(chosen, (row) => groups[row]!) } : {}),
      },
      { aim: 'accuracy', strengths: [2], folds: 4, budget: 2e9 },
    )
  }
  const every = Array.from({ length: rows }, (_, row) => row)
  const known = every.filter((row) => held[row] === 0)
  const validationRows = every.filter((row) => held[row] === 1)
  const trial = new Predictor(learn(known))
  const trialShares = sharesOf(known, labels, groups, groupCount, steps.length)
  const predictions = validationRows.map((row) => trial.predict(drafts(row), groups[row]).probabilities)
  let best = { trust: 0, miss: Infinity }
  for (const trust of TRUSTS) {
    let miss = 0
    validationRows.forEach((row, i) => {
      const mixed = mix(predictions[i]!, trialShares[groups[row]!] ?? trialShares[0]!, trust)
      miss += Math.abs(medianOf(steps, mixed) - values[row]!)
    })
    // A change must gain a minimum: small samples make every choice look good.
    if (miss < best.miss * 0.998) best = { trust, miss }
  }
  const levels = validationRows.map((row, i) => {
    const mixed = mix(predictions[i]!, trialShares[groups[row]!] ?? trialShares[0]!, best.trust)
    return { mixed, value: values[row]! }
  })
  let ends = { low: 0.1, high: 0.9, off: Infinity }
  for (let tail = 0.02; tail < 0.3; tail += 0.01) {
    let inside = 0
    for (const { mixed, value } of levels) {
      if (value >= stepAt(steps, mixed, tail) && value <= stepAt(steps, mixed, 1 - tail)) inside++
    }
    const off = Math.abs(inside / Math.max(1, levels.length) - 0.8)
    if (off < ends.off) ends = { low: tail, high: 1 - tail, off }
  }
  return {
    steps,
    classifier: learn(every),
    shares: sharesOf(every, labels, groups, groupCount, steps.length),
    trust: best.trust,
    low: ends.low,
    high: ends.high,
  }
}

export function estimatePoints(
  model: PointModel,
  predictor: Predictor,
  draft: Draft,
  group: number,
): { estimate: number; low: number; high: number } {
  const mixed = mix(
    predictor.predict(draft, group).probabilities,
    model.shares[group] ?? model.shares.at(-1)!,
    model.trust,
  )
  return {
    estimate: medianOf(model.steps, mixed),
    low: stepAt(model.steps, mixed, model.low),
    high: stepAt(model.steps, mixed, model.high),
  }
}

function mix(text: ArrayLike<number>, group: ArrayLike<number>, trust: number): Float64Array {
  return Float64Array.from({ length: text.length }, (_, s) => trust * text[s]! + (1 - trust) * group[s]!)
}

function stepAt(steps: readonly number[], chances: ArrayLike<number>, level: number): number {
  let sum = 0
  for (let s = 0; s < steps.length; s++) if ((sum += chances[s]!) >= level - 1e-9) return steps[s]!
  return steps.at(-1) ?? 0
}

function medianOf(steps: readonly number[], chances: ArrayLike<number>): number {
  return stepAt(steps, chances, 0.5)
}

/** All values if there are few; otherwise the medians of equally full parts. */
function stepsOf(values: Float64Array): number[] {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  if (counts.size <= STEPS) return [...counts.keys()].sort((a, b) => a - b)
  const sample = sampleOf([...counts])
  const steps = new Set<number>()
  for (let part = 0; part < STEPS; part++) {
    const at = quantile(sample, (part + 0.5) / STEPS)
    // An occurring value, not one in between.
    steps.add([...counts.keys()].reduce((best, value) => (Math.abs(value - at) < Math.abs(best - at) ? value : best)))
  }
  return [...steps].sort((a, b) => a - b)
}

function nearest(steps: readonly number[], value: number): number {
  let best = 0
  for (let s = 1; s < steps.length; s++) if (Math.abs(steps[s]! - value) < Math.abs(steps[best]! - value)) best = s
  return best
}

/** Shares by group with a prior of 5 rows from the shares of all; the last entry is for unknown groups. */
function sharesOf(
  rows: number[],
  labels: Int32Array,
  groups: Int32Array,
  groupCount: number,
  steps: number,
): number[][] {
  const all = Array.from({ length: steps }, () => 0)
  for (const row of rows) all[labels[row]!]! += 1 / Math.max(1, rows.length)
  const counts = Array.from({ length: groupCount }, () => Array.from({ length: steps }, () => 0))
  for (const row of rows) counts[groups[row]!]![labels[row]!]!++
  const shares = counts.map((own) => {
    const total = own.reduce((sum, count) => sum + count, 0)
    return own.map((count, s) => (count + 5 * all[s]!) / (total + 5))
  })
  return [...shares, all]
}
