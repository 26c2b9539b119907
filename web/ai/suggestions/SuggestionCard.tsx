import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import type { Classification, SuggestedField } from '../../../shared/ai.ts'
import { formatChance } from '../../../shared/chance.ts'
import type { Priority } from '../../../shared/requests.ts'
import { PriorityMark } from '../../requests/common/badges.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { FIELD_LABELS, FORM_FIELD, valueLabel } from './draft-classification.ts'
import styles from './suggestion-card.module.css'

const SHOWN = 4

export interface SuggestionCardProps {
  field: SuggestedField
  suggestion: Classification
  /** current value of the form; for the development type the confirmed one; empty for none */
  inForm: string
  /** whether that value came from this suggestion and can be undone */
  wasTaken: boolean
  onTake: (value: string) => void
  onUndo: () => void
}

/** One suggested value with its probability and the other values. Dashed until a person has decided. */
export function SuggestionCard({ field, suggestion, inForm, wasTaken, onTake, onUndo }: SuggestionCardProps) {
  const opinion = suggestion.fields[field]
  const name = useId()
  const [chosen, setChosen] = useState<string>(wasTaken ? inForm : opinion.value)
  const options: { value: string; probability: number }[] = [
    { value: opinion.value, probability: opinion.probability },
    ...opinion.alternatives,
  ].slice(0, SHOWN)
  const isSettled = inForm === chosen
  return (
    <section className={classes('proposal', isSettled && 'settled')} aria-labelledby={`${name}-label`}>
      <div className={classes('row between', styles.top)}>
        <h3 className="text-13 soft" id={`${name}-label`}>
          {FIELD_LABELS[field]}
        </h3>
        {isSettled ? (
          <span className={classes('row', styles.done)} role="status">
            <Icon of={Check} size="s" />
            {FORM_FIELD[field] ? 'In your form' : 'Confirmed'}
            {wasTaken && (
              <Button size="small" look="quiet" onClick={onUndo} aria-label={`Undo ${FIELD_LABELS[field]}`}>
                Undo
              </Button>
            )}
          </span>
        ) : (
          <Button size="small" onClick={() => onTake(chosen)}>
            {FORM_FIELD[field] ? 'Use' : 'Confirm'} {valueLabel(field, chosen)}
          </Button>
        )}
      </div>
      <div className={classes('row wrap', styles.value)}>
        <ValueBadge field={field} value={opinion.value} />
        {!opinion.certain && <span className="status bare tone-grey">Best guess</span>}
        {FORM_FIELD[field] && inForm !== opinion.value && (
          <span className="text-12 muted">
            {inForm === '' ? 'your form has no value yet' : `your form says ${valueLabel(field, inForm)}`}
          </span>
        )}
      </div>
      <fieldset className={styles.alternatives}>
        <legend className="visually-hidden">{FIELD_LABELS[field]}: the most likely values</legend>
        {options.map(({ value, probability }) => (
          <label key={value} className={classes(styles.alternative, value === chosen && styles.chosen)}>
            <input
              type="radio"
              className="checkbox"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => setChosen(value)}
            />
            <span>{valueLabel(field, value)}</span>
            <span className="bar" aria-hidden="true">
              <i style={{ width: formatChance(probability) }} />
            </span>
            <span className="numeric muted">{formatChance(probability)}</span>
          </label>
        ))}
      </fieldset>
    </section>
  )
}

export function ValueBadge({ field, value }: { field: SuggestedField; value: string }) {
  if (field === 'priority') return <PriorityMark priority={value as Priority} boxed />
  if (field === 'developmentType') return <span className={classes('chip', styles.chip)}>{value}</span>
  return <b className="text-13 semibold">{valueLabel(field, value)}</b>
}
