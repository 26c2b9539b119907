import { oneLine, shownText } from '../../../shared/text-rules.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { SuggestedField, Suggestion } from '../../../shared/ai.ts'
import type { Feedback } from '../../../shared/suggestion-feedback.ts'
import { PRIORITIES } from '../../../shared/request-rules.ts'
import type { Priority } from '../../../shared/requests.ts'
import { currentDepartments } from '../../client/departments.ts'
import type { NewRequestForm } from '../../requests/common/new-request.ts'

/** A draft as it was when it was classified, and its suggestion. */
export interface ClassifiedDraft {
  title: string
  description: string
  suggestion: Suggestion
  /** Values applied to the form so far, and those they replaced; `isAutomatic` ones were filled in without a decision. */
  taken: Partial<Record<SuggestedField, { value: string; before: string; isAutomatic?: boolean }>>
}

/** In the order in which they are shown. */
export const SUGGESTED_FIELDS: readonly SuggestedField[] = ['priority', 'responsibleDepartment', 'developmentType']

export const FIELD_LABELS: Record<SuggestedField, string> = {
  priority: 'Priority',
  responsibleDepartment: 'Responsible department',
  developmentType: 'Development type',
}

/** The field of the form that a suggestion fills; a request carries no development type. */
export const FORM_FIELD = { priority: 'priority', responsibleDepartment: 'department', developmentType: null } as const

export function fillForm(form: UseFormReturn<NewRequestForm>, field: 'priority' | 'department', value: string): void {
  form.setValue(field, value, { shouldDirty: true, shouldTouch: true, shouldValidate: value !== '' })
}

export function valueLabel(field: SuggestedField, value: string): string {
  if (field === 'priority') return PRIORITIES[value as Priority] ?? value
  if (field === 'responsibleDepartment') return currentDepartments().nameOf(value)
  return value
}

export function isSameText(draft: { title: string; description: string }, now: { title: string; description: string }) {
  return draft.title === oneLine(now.title) && draft.description === shownText(now.description)
}

type Decision = Feedback['decisions'][number]

export function decisionOn(suggestion: Suggestion, field: SuggestedField, value: string): Decision {
  return suggestion[field] === value ? { field, outcome: 'accepted' } : { field, outcome: 'changed', value }
}

/**
 * Feedback of the submitted request on the suggestion. Null when the text was changed afterwards: then the suggestion was
 * about another text.
 */
export function finalFeedback(
  { suggestion, taken, ...draft }: ClassifiedDraft,
  created: { id: string; title: string; description: string; priority: string; department: string },
): Feedback | null {
  if (suggestion.suggestionId === null || !isSameText(draft, created)) return null
  const decisions = [
    decisionOn(suggestion, 'priority', created.priority),
    decisionOn(suggestion, 'responsibleDepartment', created.department),
  ]
  if (taken.developmentType) decisions.push(decisionOn(suggestion, 'developmentType', taken.developmentType.value))
  return { suggestionId: suggestion.suggestionId, requestId: created.id, decisions }
}
