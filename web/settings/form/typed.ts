import type { FieldError } from 'react-hook-form'
import type { z } from 'zod'

/** NaN where nothing is typed: the contract refuses it with its own message. */
export function numberIn(text: string): number {
  return text.trim() === '' ? NaN : Number(text)
}

/** The contract's own messages, by field; a field's first one. @param fieldOf the form's field of a path */
export function problemsOf<Field extends string>(
  error: { issues: readonly z.core.$ZodIssue[] } | undefined,
  fieldOf: (path: string) => Field | undefined,
): Partial<Record<Field, FieldError>> {
  const problems = new Map<Field, FieldError>()
  for (const { path, message } of error?.issues ?? []) {
    const field = fieldOf(path.join('.'))
    if (field && !problems.has(field)) problems.set(field, { type: 'contract', message })
  }
  // Safe: the keys are the map's.
  return Object.fromEntries(problems) as Partial<Record<Field, FieldError>>
}
