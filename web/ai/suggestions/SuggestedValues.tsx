import type { Classification, SuggestedField } from '../../../shared/ai.ts'
import { formatChance } from '../../../shared/chance.ts'
import { useDepartments } from '../../client/departments.ts'
import { FactGrid } from '../../ui/FactGrid.tsx'
import { FIELD_LABELS, SUGGESTED_FIELDS } from './draft-classification.ts'
import { ValueBadge } from './SuggestionCard.tsx'

/** The three suggested values side by side, each with how sure it is. */
export function SuggestedValues({ suggestion }: { suggestion: Classification }) {
  const departments = useDepartments()
  // A department retired since without a successor is not suggested.
  const isGone = (field: SuggestedField) =>
    field === 'responsibleDepartment' && departments.presentOf(suggestion[field]) === null
  return (
    <FactGrid
      boxes={SUGGESTED_FIELDS.map((field) => ({
        label: FIELD_LABELS[field],
        span: 4,
        value: isGone(field) ? (
          <span className="muted">None</span>
        ) : (
          <>
            <ValueBadge field={field} value={suggestion[field]} />
            <span className="muted">
              {formatChance(suggestion.fields[field].probability)}
              {suggestion.fields[field].certain ? '' : ', best guess'}
            </span>
          </>
        ),
      }))}
    />
  )
}
