import { Controller, type FieldPathByValue, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import type { SelectOption } from '../../ui/use-list-box.ts'

interface ChoiceFieldProps<Form extends FieldValues> {
  form: UseFormReturn<Form>
  name: FieldPathByValue<Form, string>
  label: string
  options: SelectOption[]
  placeholder?: string
  hint?: string
  required?: boolean
  disabled?: boolean
}

/** A field of a form whose value is one of a list. */
export function ChoiceField<Form extends FieldValues>(props: ChoiceFieldProps<Form>) {
  const { form, name, label, options, placeholder, hint, required, disabled } = props
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} hint={hint} error={fieldState.error?.message} required={required}>
          <Select
            ref={field.ref}
            options={options}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            placeholder={placeholder}
            disabled={disabled}
          />
        </Field>
      )}
    />
  )
}
