import { CircleAlert } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { Icon } from '../../ui/Icon.tsx'
import { TextInput } from '../../ui/inputs.tsx'

/** `replace` shows the field for a new secret. */
export type SecretDecision = 'keep' | 'replace' | 'remove'

interface SecretRowProps {
  /** in the middle of a sentence, too: "Keep the stored key" */
  label: string
  hint: ReactNode
  /** about what is stored */
  status: string
  hasStored: boolean
  decision: SecretDecision
  onDecide: (decision: SecretDecision) => void
  /** It was entered for another host, and will not survive saving. */
  willBeLost: boolean
  /** It is set elsewhere and cannot be changed here. */
  isFixed?: boolean
  error: string | undefined
  input: UseFormRegisterReturn
}

/** A secret that can be entered, replaced and removed, but never read. */
export function SecretRow(props: SecretRowProps) {
  const { label, hint, status, hasStored, decision, onDecide, willBeLost, isFixed = false, error, input } = props
  const row = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(row, 'button', decision)
  const decide = (next: SecretDecision) => {
    keepFocus()
    onDecide(next)
  }
  if (!isFixed && decision === 'replace')
    return (
      <Field
        label={label}
        hint={hint}
        error={error}
        action={
          hasStored && (
            <button type="button" className="link-button" onClick={() => decide('keep')}>
              Keep the stored {label.toLowerCase()}
            </button>
          )
        }
      >
        {/* A password manager must not offer a person's own password here. */}
        <TextInput {...input} type="password" autoComplete="new-password" autoFocus={hasStored} spellCheck={false} />
      </Field>
    )
  const id = `${input.name}-label`
  return (
    <div ref={row} className="field" role="group" aria-labelledby={id}>
      <span className="label" id={id}>
        {label}
      </span>
      <span className="row wrap">
        <span className="text-13" role="status">
          {decision === 'remove' || willBeLost ? 'Will be removed when you save' : status}
        </span>
        {!isFixed && decision === 'keep' && (
          <>
            <Button size="small" onClick={() => decide('replace')}>
              Replace
            </Button>
            {!willBeLost && (
              <Button size="small" onClick={() => decide('remove')}>
                Remove
              </Button>
            )}
          </>
        )}
        {!isFixed && decision === 'remove' && (
          <Button size="small" onClick={() => decide('keep')}>
            Keep it
          </Button>
        )}
      </span>
      {error && (
        <p className="error" role="alert">
          <Icon of={CircleAlert} size="s" />
          {error}
        </p>
      )}
      <p className="hint">
        {willBeLost ? 'It was entered for another host. Replace it, or continue without one' : hint}
      </p>
    </div>
  )
}
