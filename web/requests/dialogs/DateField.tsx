import type { FieldPathByValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { isCalendarDate } from '../../../shared/text-rules.ts'
import { type OfficeDays, useOfficeDays } from '../../client/office-days.ts'
import { officeToday } from '../../ui/formats/dates.ts'
import { distanceWords } from '../../ui/formats/due-words.ts'
import { closedWords } from '../../ui/formats/office-days.ts'
import { Field } from '../../ui/Field.tsx'
import { DateInput } from '../../ui/inputs.tsx'

interface DateFieldProps<Form extends FieldValues> {
  form: UseFormReturn<Form>
  name: FieldPathByValue<Form, string>
  label: string
  required?: boolean
}

/** A date field of a form; its hint says how far away the day is, and whether the office is closed then. */
export function DateField<Form extends FieldValues>({ form, name, label, required }: DateFieldProps<Form>) {
  const date: string = form.watch(name)
  const office = useOfficeDays()
  const { error } = form.getFieldState(name, form.formState)
  return (
    <Field
      label={label}
      error={error?.message}
      hint={isCalendarDate(date) ? hintOn(date, office) : undefined}
      required={required}
    >
      <DateInput {...form.register(name)} />
    </Field>
  )
}

/** A day off gets a hint but is not refused: some work is due on one. */
function hintOn(date: string, office: OfficeDays): string {
  const distance = distanceWords(date, officeToday())
  const closed = closedWords(date, office)
  return closed === null ? distance : `${distance} · ${closed}`
}
