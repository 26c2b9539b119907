import type { UseFormReturn } from 'react-hook-form'
import { SecretRow } from '../settings/form/SecretRow.tsx'
import type { BackupForm } from './backup-form.ts'

interface StoredSecretRowProps {
  form: UseFormReturn<BackupForm>
  name: 'passphrase' | 'secretKey'
  label: string
  hint: string
  hasStored: boolean
  isReadable: boolean
  /** It belongs to something else than the form says, so another has to be entered. */
  isOfAnother?: boolean
}

/** One of the two secrets of backups. */
export function StoredSecretRow({
  form,
  name,
  label,
  hasStored,
  isReadable,
  isOfAnother = false,
  ...row
}: StoredSecretRowProps) {
  const decision = `${name}Decision` as const
  return (
    <SecretRow
      {...row}
      label={label}
      hasStored={hasStored && !isOfAnother}
      willBeLost={false}
      status={
        isReadable
          ? `A ${label.toLowerCase()} is stored`
          : 'Can no longer be read, because SECRET_KEY has changed. Enter it again'
      }
      decision={isOfAnother ? 'replace' : form.watch(decision)}
      onDecide={(next) => {
        form.setValue(decision, next, { shouldDirty: true })
        form.setValue(name, '', { shouldDirty: true })
        form.clearErrors(name)
      }}
      error={form.formState.errors[name]?.message}
      input={form.register(name)}
    />
  )
}
