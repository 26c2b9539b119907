import type { Classification, SuggestedField } from '../../../shared/ai.ts'
import { formatChance } from '../../../shared/chance.ts'
import { valueLabel } from './draft-classification.ts'

/** The question that a suggestion answers: about the current value, else about the suggested one. */
export function questionOn(field: SuggestedField, suggestion: Classification, present: string): string {
  return `Is ${valueLabel(field, present || suggestion[field])} right?`
}

/** Its answer in one sentence. @param present current value of the form or the request; empty for none */
export function answerOn(field: SuggestedField, suggestion: Classification, present: string): string {
  const { value, probability, certain, because } = suggestion.fields[field]
  const chance = formatChance(probability)
  const isOther = present !== '' && present !== value
  const verdict = isOther
    ? certain
      ? `${valueLabel(field, value)} fits better (${chance} sure)`
      : `Perhaps ${valueLabel(field, value)}, but that is only a guess (${chance})`
    : certain
      ? `Most likely, yes (${chance} sure)`
      : `Perhaps, but it is only a guess (${chance})`
  return because ? `${verdict}: ${because.charAt(0).toLowerCase()}${because.slice(1)}` : `${verdict}.`
}
