import { useState } from 'react'
import { Field, type FieldProps } from '../../ui/Field.tsx'
import { TextInput, type TextInputProps } from '../../ui/inputs.tsx'
import { say } from '../../../shared/texts/say.ts'

export interface PasswordFieldProps
  extends Omit<TextInputProps, 'type' | 'required'>, Pick<FieldProps, 'label' | 'hint' | 'error'> {
  /** Set if one control shows several passwords; without it the field has its own Show button. */
  shown?: boolean
}

/** A password, always required. Tab goes from the previous field straight into it; Show comes after it. */
export function PasswordField({ label, hint, error, shown: shownWithOthers, ...input }: PasswordFieldProps) {
  const [shownAlone, setShown] = useState(false)
  const shown = shownWithOthers ?? shownAlone
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required
      action={
        shownWithOthers === undefined && (
          <button
            type="button"
            className="link-button"
            aria-label={
              shown
                ? say('Hide the text: {label}', { label: String(label) })
                : say('Show the text: {label}', { label: String(label) })
            }
            onClick={() => setShown(!shown)}
          >
            {shown ? say('Hide') : say('Show')}
          </button>
        )
      }
    >
      <TextInput {...input} type={shown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
    </Field>
  )
}
