import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { count } from '../ui/count.ts'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/inputs.tsx'
import styles from './form/settings.module.css'

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
      savedMeanwhile={numberWords(savedMeanwhile[name])}
    >
      <TextInput {...form.register(name)} className={styles.number} inputMode="numeric" autoComplete="off" />
    </Field>
  ))
}

/** As the hints write it: "1,000". An empty field has no number. */
function numberWords(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? value : count(Number(value))
}
