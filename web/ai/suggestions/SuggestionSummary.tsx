import { useQuery } from '@tanstack/react-query'
import type { SuggestedField, Suggestion } from '../../../shared/ai.ts'
import { formatChance } from '../../../shared/chance.ts'
import { classificationOptions } from './api.ts'
import { FIELD_LABELS, SUGGESTED_FIELDS, valueLabel } from './draft-classification.ts'
import styles from './suggestion-summary.module.css'

function suggestedText(suggestion: Suggestion, field: SuggestedField): string {
  const { probability, certain } = suggestion.fields[field]
  return `${valueLabel(field, suggestion[field])} (${formatChance(probability)}${certain ? '' : ', best guess'})`
}

/** The suggestion for a request in a few words, for a tooltip: text only. */
export default function SuggestionSummary({ requestId }: { requestId: string }) {
  const { data, isError } = useQuery(classificationOptions(requestId))
  if (isError) return 'The suggestion could not be loaded.'
  if (data === undefined) return 'Reading the suggestion'
  if (data === null) return 'This request is still waiting for its classification.'
  return (
    <span className={styles.summary}>
      {SUGGESTED_FIELDS.map((field) => (
        <span key={field}>
          {FIELD_LABELS[field]}: <b>{suggestedText(data, field)}</b>.{' '}
        </span>
      ))}
      <span>
        Suggested by {data.engine.name} {data.engine.version}.
      </span>
    </span>
  )
}
