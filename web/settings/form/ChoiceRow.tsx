import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { Select, type SelectProps } from '../../ui/Select.tsx'

interface ChoiceRowProps<Form extends FieldValues> {
  form: UseFormReturn<Form>
  savedMeanwhile: Partial<Form>
  name: Path<Form>
  label: string
  options: SelectProps['options']
  disabled?: boolean
  /** the hint */
  children: string
}

/** A list of choices, in a form of settings. */
export function ChoiceRow<Form extends FieldValues>(props: ChoiceRowProps<Form>) {
  const { form, savedMeanwhile, name, label, options, disabled = false, children: hint } = props
  const theirs: string | undefined = savedMeanwhile[name]
  return (
    <Field
      label={label}
      required
      hint={hint}
      error={form.getFieldState(name, form.formState).error?.message}
      savedMeanwhile={options.find(({ value }) => value === theirs)?.label ?? theirs}
    >
      <Controller
        control={form.control}
        name={name}
        render={({ field }) => (
          <Select
            ref={field.ref}
            options={options}
            disabled={disabled}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
    </Field>
  )
}
