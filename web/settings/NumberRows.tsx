import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/inputs.tsx'
import styles from './settings.module.css'

export interface NumberRow<Form extends FieldValues> {
  name: Path<Form>
  label: string
  hint: string
  /** an empty field means no limit */
  isOptional?: true
}

interface NumberRowsProps<Form extends FieldValues> {
  form: UseFormReturn<Form>
  savedMeanwhile: Partial<Form>
  rows: readonly NumberRow<Form>[]
}

/** Fields of whole numbers, in a form of settings. */
export function NumberRows<Form extends FieldValues>({ form, savedMeanwhile, rows }: NumberRowsProps<Form>) {
  return rows.map(({ name, label, hint, isOptional }) => (
    <Field
      key={name}
      label={label}
      required={!isOptional}
      hint={hint}
      error={form.getFieldState(name, form.formState).error?.message}
      savedMeanwhile={savedMeanwhile[name]}
    >
      <TextInput {...form.register(name)} className={styles.number} inputMode="numeric" autoComplete="off" />
    </Field>
  ))
}
