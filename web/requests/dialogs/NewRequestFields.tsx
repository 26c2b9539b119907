import type { ReactNode, RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ENTERED_FIELDS, type FieldKind, LONG_TEXTS } from '../../../shared/request-fields.ts'
import { say } from '../../../shared/texts/say.ts'
import { Field, RequiredNote } from '../../ui/Field.tsx'
import { TextArea, TextInput } from '../../ui/inputs.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { DateField } from './DateField.tsx'
import type { NewRequestForm } from '../common/new-request.ts'
import { PRIORITY_OPTIONS, useDepartmentOptions } from '../common/options.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './form-fields.module.css'

interface NewRequestFieldsProps {
  form: UseFormReturn<NewRequestForm>
  titleField: RefObject<HTMLInputElement | null>
  belowDescription: ReactNode
  supportingDocumentation: ReactNode
}

interface GridFieldProps extends Pick<NewRequestFieldsProps, 'form'> {
  field: (typeof ENTERED_FIELDS)[number]
}

/** The fields in the grid below the title, in this order. */
const GRID_KINDS: FieldKind[] = ['department', 'priority', 'date']
const GRID = GRID_KINDS.flatMap((kind) => ENTERED_FIELDS.filter((field) => field.kind === kind))

/** One of the fields in the grid, by its kind. */
function GridField({ form, field }: GridFieldProps) {
  const { wire, kind } = field
  const label = say(field.label)
  const departments = useDepartmentOptions()
  if (kind === 'date') return <DateField form={form} name={wire} label={label} required />
  const options = kind === 'department' ? departments : PRIORITY_OPTIONS
  const placeholder = say('Choose a {label}', { label: label.toLowerCase() })
  return <ChoiceField form={form} name={wire} label={label} options={options} placeholder={placeholder} required />
}

export function NewRequestFields(props: NewRequestFieldsProps) {
  const { form, titleField, belowDescription, supportingDocumentation } = props
  const { errors } = form.formState
  const { ref: titleRef, ...title } = form.register('title')
  return (
    <>
      <RequiredNote />
      <Field label={say('Title')} error={errors.title?.message} required>
        <TextInput
          {...title}
          ref={(element) => {
            titleRef(element)
            titleField.current = element
          }}
        />
      </Field>
      <div className={classes(styles.formGrid, styles.three)}>
        {GRID.map((field) => (
          <GridField key={field.wire} form={form} field={field} />
        ))}
      </div>
      {LONG_TEXTS.map(({ wire, label, help }) => (
        <div key={wire}>
          <Field label={say(label)} aside={help && say(help)} error={errors[wire]?.message} required>
            <TextArea {...form.register(wire)} rows={6} />
          </Field>
          {wire === 'description' && belowDescription}
        </div>
      ))}
      {supportingDocumentation}
    </>
  )
}
