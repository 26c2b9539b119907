import { Check } from 'lucide-react'
import { useEffect, useId, useRef, type MouseEvent } from 'react'
import type { Classification, SuggestedField } from '../../../shared/ai.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { answerOn, questionOn } from './answer.ts'
import { FIELD_LABELS, FORM_FIELD, SUGGESTED_FIELDS, valueLabel } from './draft-classification.ts'
import styles from './answer-first.module.css'

export interface AnswerFirstProps {
  suggestion: Classification
  inForm: (field: SuggestedField) => string
  /** whether a person has already decided on the field */
  isAnswered: (field: SuggestedField) => boolean
  onTake: (field: SuggestedField, value: string) => void
}

/** One question at a time, starting with the priority: one sentence answers it, one button accepts the answer. */
export function UnansweredNote({ suggestion, inForm, isAnswered, onTake }: AnswerFirstProps) {
  const name = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const field = SUGGESTED_FIELDS.find((one) => !isAnswered(one))
  const hasAnswered = useRef(false)
  useEffect(() => {
    // The next question replaces the answered one; the focus makes screen readers start at its heading.
    if (hasAnswered.current) heading.current?.focus()
    hasAnswered.current = false
  })
  if (field === undefined)
    return (
      <section className={classes('proposal settled', styles.answer)} aria-labelledby={name}>
        <h3 className={styles.question} id={name} ref={heading} tabIndex={-1}>
          <Icon of={Check} size="s" /> All three are answered
        </h3>
        <p className="text-13 soft" role="status">
          {SUGGESTED_FIELDS.map((one) => `${FIELD_LABELS[one]}: ${valueLabel(one, inForm(one))}`).join(', ')}.
        </p>
      </section>
    )
  const value = suggestion[field]
  const { missing } = suggestion.fields[field]
  const take = ({ detail }: MouseEvent) => {
    // The second click of a double click was not meant for the next question.
    if (detail > 1) return
    hasAnswered.current = true
    onTake(field, value)
  }
  return (
    <section className={classes('proposal', styles.answer)} aria-labelledby={name}>
      <p className="text-12 muted">{FIELD_LABELS[field]}</p>
      <h3 className={styles.question} id={name} ref={heading} tabIndex={-1}>
        {questionOn(field, suggestion, inForm(field))}
      </h3>
      <p className={styles.sentence} role="status">
        {answerOn(field, suggestion, inForm(field))}
      </p>
      {missing && <p className="text-12 muted">{missing}</p>}
      <div>
        <Button onClick={take}>
          {FORM_FIELD[field] === null ? 'Confirm' : inForm(field) === value ? 'Keep' : 'Use'} {valueLabel(field, value)}
        </Button>
      </div>
    </section>
  )
}
