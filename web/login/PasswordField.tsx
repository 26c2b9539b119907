import { useState } from 'react'
import { Field, type FieldProps } from '../ui/Field.tsx'
import { TextInput, type TextInputProps } from '../ui/inputs.tsx'

export type PasswordFieldProps = Omit<TextInputProps, 'type'> & Pick<FieldProps, 'label' | 'hint' | 'error'>

/** A password with Show and Hide. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      aside={
        <button
          type="button"
          className="linkbtn"
          aria-label={`${shown ? 'Hide' : 'Show'} the text: ${String(label)}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      }
    >
      <TextInput {...input} type={shown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
    </Field>
  )
}
