import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AiSettings } from '../../shared/settings.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { useFocusFallback } from '../ui/focus-fallback.ts'
import { TextInput } from '../ui/inputs.tsx'
import { type AiForm, willDropKey } from './ai-form.ts'

interface KeyRowProps {
  form: UseFormReturn<AiForm>
  settings: AiSettings
  /** what sets it instead of this form; null for nothing */
  fixed: string | null
}

const HINT = 'Stored encrypted and never shown again. Leave it empty if the endpoint needs none'

/** The key can be entered, replaced and removed, but never read. */
export function KeyRow({ form, settings, fixed }: KeyRowProps) {
  const decision = form.watch('keyDecision')
  const willBeLost = willDropKey({ baseUrl: form.watch('baseUrl'), keyDecision: decision }, settings)
  const row = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(row, 'button', decision)
  const decide = (keyDecision: AiForm['keyDecision']) => {
    keepFocus()
    form.setValue('keyDecision', keyDecision, { shouldDirty: true })
    form.setValue('apiKey', '', { shouldDirty: true })
    form.clearErrors('apiKey')
  }
  const { key } = settings
  if (fixed === null && decision === 'replace')
    return (
      <Field
        label="Key"
        hint={HINT}
        error={form.formState.errors.apiKey?.message}
        action={
          key && (
            <button type="button" className="link-button" onClick={() => decide('keep')}>
              Keep the stored key
            </button>
          )
        }
      >
        {/* A password manager must not offer a person's own password here. */}
        <TextInput
          {...form.register('apiKey')}
          type="password"
          autoComplete="new-password"
          autoFocus={key !== null}
          spellCheck={false}
        />
      </Field>
    )
  return (
    <div ref={row} className="field" role="group" aria-labelledby="key-label">
      <span className="label" id="key-label">
        Key
      </span>
      <span className="row wrap">
        <span className="text-13" role="status">
          {decision === 'remove' || willBeLost ? 'Will be removed when you save' : wordsFor(key)}
        </span>
        {fixed === null && decision === 'keep' && (
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
        {fixed === null && decision === 'remove' && (
          <Button size="small" onClick={() => decide('keep')}>
            Keep it
          </Button>
        )}
      </span>
      <p className="hint">
        {fixed ?? (willBeLost ? 'It was entered for another host. Replace it, or continue without one' : HINT)}
      </p>
    </div>
  )
}

function wordsFor(key: AiSettings['key']): string {
  if (!key) return 'None'
  if (!key.readable) return 'Can no longer be read, because SECRET_KEY has changed. Enter it again'
  return key.end === '' ? 'Set' : `Set, ends in ${key.end}`
}
