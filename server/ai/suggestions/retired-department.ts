import type { Suggestion } from '../../../shared/ai.ts'
import type { Departments } from '../../../shared/departments.ts'

/** Says that a suggested department has been retired since, and which one succeeds it; null while it is active or unknown. */
export function retiredNote(departments: Departments, suggested: string): string | null {
  if (!departments.has(suggested) || departments.isActive(suggested)) return null
  const present = departments.presentOf(suggested)
  const was = `${departments.nameOf(suggested)}, which was suggested, has been retired since`
  return present === null
    ? `${was}, so no department is suggested now.`
    : `${was}; ${departments.nameOf(present)} does its work.`
}

/** A stored suggestion by the present departments: probabilities of a retired one count for its successor. */
export function withPresentDepartments(suggestion: Suggestion, departments: Departments): Suggestion {
  const { responsibleDepartment: suggested, fields } = suggestion
  const opinion = fields.responsibleDepartment
  const value = departments.presentOf(suggested) ?? suggested
  const others = new Map<string, number>()
  for (const other of opinion.alternatives) {
    const present = departments.presentOf(other.value)
    if (present !== null && present !== value) others.set(present, (others.get(present) ?? 0) + other.probability)
  }
  const alternatives = [...others].map(([key, probability]) => ({ value: key, probability: Math.min(1, probability) }))
  const note = retiredNote(departments, suggested)
  return {
    ...suggestion,
    responsibleDepartment: value,
    fields: {
      ...fields,
      responsibleDepartment: {
        ...opinion,
        value,
        alternatives: alternatives.sort((a, b) => b.probability - a.probability),
      },
    },
    ...(note !== null && { departmentNote: note }),
  }
}
