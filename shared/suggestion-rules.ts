/** Labels and rules of suggestions without the schemas: the engine's threads load no validator, which takes 25 MB in each. */

/** The fields that the AI suggests values for, by their names in its answers. */
export const SUGGESTED_FIELDS = ['priority', 'developmentType', 'responsibleDepartment'] as const

export const DEVELOPMENT_TYPES = ['UI', 'Backend', 'Integration', 'Full-Stack', 'Database', 'Security', 'API'] as const
export type DevelopmentType = (typeof DEVELOPMENT_TYPES)[number]

/** Certainty of a classification as a whole: that of its less certain field among those a request has. */
export function leastCertain(fields: Record<'priority' | 'responsibleDepartment', { probability: number }>): number {
  return Math.min(fields.priority.probability, fields.responsibleDepartment.probability)
}
