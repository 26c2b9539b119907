import type { Departments } from '../shared/departments.ts'
import type { Prediction } from './classifier/predictor.ts'

/**
 * Maps a prediction to the office's present departments: a retired department's probability goes to its successor, or is
 * dropped if there is none. The rest keep theirs: what the model gave to a dropped one makes no other more certain.
 * @param names the departments that the model has learnt
 */
export function presentDepartments(
  names: readonly string[],
  prediction: Prediction,
  departments: Departments,
): { values: readonly string[]; prediction: Prediction } {
  const present = names.map((name) => departments.presentOf(name))
  if (present.every((one, i) => one === names[i])) return { values: names, prediction }
  const sums = new Map<string, number>()
  for (const [i, name] of present.entries()) {
    if (name !== null) sums.set(name, (sums.get(name) ?? 0) + prediction.probabilities[i]!)
  }
  // If the model knows none of them, all departments are equally likely.
  const values = sums.size > 0 ? [...sums.keys()] : departments.active.map(({ key }) => key)
  const probabilities = Float64Array.from(values, (name) => sums.get(name) ?? 1 / values.length)
  const department = present[prediction.named] ?? null
  const named = department === null ? probabilities.indexOf(Math.max(...probabilities)) : values.indexOf(department)
  const gained = department === null ? 0 : sums.get(department)! - prediction.probabilities[prediction.named]!
  const confidence = department === null ? probabilities[named]! : Math.min(1, prediction.confidence + gained)
  return { values, prediction: { named, confidence, probabilities } }
}
