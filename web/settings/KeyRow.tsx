import type { UseFormReturn } from 'react-hook-form'
import type { AiSettings } from '../../shared/settings.ts'
import { type AiForm, willDropKey } from './ai-form.ts'
import { SecretRow } from './form/SecretRow.tsx'

interface KeyRowProps {
  form: UseFormReturn<AiForm>
  settings: AiSettings
  /** what sets it instead of this form; null for nothing */
  fixed: string | null
}

const HINT = 'Stored encrypted and never shown again. Leave it empty if the endpoint needs none'

export function KeyRow({ form, settings, fixed }: KeyRowProps) {
  const decision = form.watch('keyDecision')
  const { key } = settings
  return (
    <SecretRow
      label="Key"
      hint={fixed ?? HINT}
      status={wordsFor(key)}
      hasStored={key !== null}
      decision={decision}
      onDecide={(keyDecision) => {
        form.setValue('keyDecision', keyDecision, { shouldDirty: true })
        form.setValue('apiKey', '', { shouldDirty: true })
        form.clearErrors('apiKey')
      }}
      willBeLost={fixed === null && willDropKey({ baseUrl: form.watch('baseUrl'), keyDecision: decision }, settings)}
      isFixed={fixed !== null}
      error={form.formState.errors.apiKey?.message}
      input={form.register('apiKey')}
    />
  )
}

function wordsFor(key: AiSettings['key']): string {
  if (!key) return 'None'
  if (!key.readable) return 'Can no longer be read, because SECRET_KEY has changed. Enter it again'
  return key.end === '' ? 'Set' : `Set, ends in ${key.end}`
}
