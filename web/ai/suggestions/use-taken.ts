import type { UseFormReturn } from 'react-hook-form'
import type { SuggestedField } from '../../../shared/ai.ts'
import type { NewRequestForm } from '../../requests/common/new-request.ts'
import { sendFeedback } from './api.ts'
import { type ClassifiedDraft, decisionOn, fillForm, FORM_FIELD, isSameText } from './draft-classification.ts'

interface Chosen {
  field: SuggestedField
  value: string
}

/** Applies suggested values to the form, and restores the previous ones. */
export function useTaken(
  form: UseFormReturn<NewRequestForm>,
  classified: ClassifiedDraft,
  onClassified: (next: ClassifiedDraft) => void,
) {
  const { suggestion, taken } = classified
  const now = form.watch()
  const inForm = (field: SuggestedField) => {
    const name = FORM_FIELD[field]
    return name ? now[name] : (taken[field]?.value ?? '')
  }
  const wasTaken = (field: SuggestedField) => taken[field] !== undefined && taken[field].value === inForm(field)
  const sendDecision = (decision: ReturnType<typeof decisionOn>) => {
    if (suggestion.suggestionId === null) return
    // The decision is sent again with the submitted request, so a failure here can be ignored.
    sendFeedback({ suggestionId: suggestion.suggestionId, decisions: [decision] }).catch(() => {})
  }
  const take = (...chosen: Chosen[]) => {
    const next = { ...taken }
    for (const { field, value } of chosen) {
      // Undo restores the value from before an automatic fill-in.
      const before = wasTaken(field) ? next[field]!.before : inForm(field)
      next[field] = { value, before }
      const name = FORM_FIELD[field]
      if (name) fillForm(form, name, value)
      sendDecision(decisionOn(suggestion, field, value))
    }
    onClassified({ ...classified, taken: next })
  }
  const undo = (field: SuggestedField) => {
    const { [field]: undone, ...others } = taken
    const name = FORM_FIELD[field]
    if (name && undone) fillForm(form, name, undone.before)
    sendDecision({ field, outcome: 'rejected' })
    onClassified({ ...classified, taken: others })
  }
  return { inForm, wasTaken, take, undo, isSame: isSameText(classified, now) }
}
