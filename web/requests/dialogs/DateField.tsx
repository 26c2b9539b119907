import type { FieldPathByValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { isCalendarDate } from '../../../shared/text-rules.ts'
import { distanceWords, officeToday } from '../../formats/dates.ts'
import { Field } from '../../ui/Field.tsx'
import { DateInput } from '../../ui/inputs.tsx'

interface DateFieldProps<Form extends FieldValues> {
  form: UseFormReturn<Form>
  name: FieldPathByValue<Form, string>
  label: string
  required?: boolean
}

/** A field of a form whose value is a day; below it stands how far away that is. */
export function DateField<Form extends FieldValues>({ form, name, label, required }: DateFieldProps<Form>) {
  const date: string = form.watch(name)
  const { error } = form.getFieldState(name, form.formState)
  return (
    <Field
      label={label}
      error={error?.message}
      hint={isCalendarDate(date) ? distanceWords(date, officeToday()) : undefined}
      required={required}
    >
      <DateInput {...form.register(name)} />
    </Field>
  )
}
