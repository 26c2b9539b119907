import type { Ref } from 'react'
import { Field } from '../../ui/Field.tsx'
import { TextArea } from '../../ui/inputs.tsx'
import { REASON_HINT } from './edit-form.ts'
import { say } from '../../../shared/texts/say.ts'

interface ReasonFieldProps {
  value: string
  onChange: (reason: string) => void
  error: string | undefined
  ref: Ref<HTMLTextAreaElement>
}

/** The reason for an unusual transition: a rejection, a reopening or a cancellation. */
export function ReasonField({ value, onChange, error, ref }: ReasonFieldProps) {
  return (
    <Field label={say('Reason')} error={error} hint={say(REASON_HINT)} required>
      <TextArea ref={ref} rows={2} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}
