import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import type { BackupForm } from './backup-form.ts'

interface ChoiceRowProps {
  form: UseFormReturn<BackupForm>
  savedMeanwhile: Partial<BackupForm>
  name: 'keepDays' | 'encryption' | 'target'
  label: string
  options: readonly { value: string; label: string }[]
  children: string
}

/** One of the settings of backups that is chosen from a list. */
export function ChoiceRow({ form, savedMeanwhile, name, label, options, children }: ChoiceRowProps) {
  return (
    <Field
      label={label}
      required
      hint={children}
      error={form.formState.errors[name]?.message}
      savedMeanwhile={options.find(({ value }) => value === savedMeanwhile[name])?.label}
    >
      <Controller
        control={form.control}
        name={name}
        render={({ field }) => (
          <Select
            ref={field.ref}
            options={options}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
    </Field>
  )
}
