import type { Departments } from '../shared/departments.ts'
import type { Prediction } from './classifier/reader.ts'

/**
 * What a model says about departments, for the office as it is now: what speaks for a retired one counts for its successor,
 * and without one it is left out.
 * @param names what the model has learnt
 */
export function presentDepartments(
  names: readonly string[],
  prediction: Prediction,
  departments: Departments,
): { values: readonly string[]; prediction: Prediction } {
  const present = names.map((name) => departments.presentOf(name))
  if (present.every((one, at) => one === names[at])) return { values: names, prediction }
  const sums = new Map<string, number>()
  for (const [at, name] of present.entries()) {
    if (name !== null) sums.set(name, (sums.get(name) ?? 0) + prediction.probabilities[at]!)
  }
  // Where the model knows none of them, nothing speaks for one more than for another.
  const values = sums.size > 0 ? [...sums.keys()] : departments.active.map(({ key }) => key)
  const all = [...sums.values()].reduce((sum, share) => sum + share, 0)
  const probabilities = Float64Array.from(values, (name) => (all > 0 ? sums.get(name)! / all : 1 / values.length))
  const wanted = present[prediction.named] ?? null
  const named = wanted === null ? probabilities.indexOf(Math.max(...probabilities)) : values.indexOf(wanted)
  const gained = wanted === null ? 0 : sums.get(wanted)! - prediction.probabilities[prediction.named]!
  const confidence = wanted === null ? probabilities[named]! : Math.min(1, prediction.confidence + gained)
  return { values, prediction: { named, confidence, probabilities } }
}
