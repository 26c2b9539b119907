import { Upload } from 'lucide-react'
import { useId, type RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { LONG_TEXTS } from '../../../shared/request-fields.ts'
import { isCalendarDate } from '../../../shared/text-rules.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, RequiredNote } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { DateInput, TextArea, TextInput } from '../../ui/inputs.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { distanceWords, officeToday } from '../../formats/dates.ts'
import type { NewRequestForm } from '../../vocabulary/new-request.ts'
import { DEPARTMENT_OPTIONS, PRIORITY_OPTIONS } from '../../vocabulary/options.tsx'

interface NewRequestFieldsProps {
  form: UseFormReturn<NewRequestForm>
  titleField: RefObject<HTMLInputElement | null>
  /** a state's setter, so that it stays the same over renders */
  dateField: (element: HTMLInputElement | null) => void
}

function SupportingDocumentation() {
  const why = useId()
  return (
    <div className="field">
      <span className="lab">Supporting documentation</span>
      <div className="drop">
        <Icon of={Upload} />
        <span className="grow soft" id={why}>
          Files cannot be attached in this version
        </span>
        <span className="text-12 muted">PDF, DOC, DOCX up to 10MB</span>
        <Button size="small" disabled aria-describedby={why}>
          Choose files
        </Button>
      </div>
    </div>
  )
}

export function NewRequestFields({ form, titleField, dateField }: NewRequestFieldsProps) {
  const { errors } = form.formState
  const { ref: titleRef, ...title } = form.register('title')
  const { ref: dateRef, ...date } = form.register('dueDate')
  const dueDate = form.watch('dueDate')
  return (
    <>
      <RequiredNote />
      <Field label="Title" error={errors.title?.message} required>
        <TextInput
          {...title}
          ref={(element) => {
            titleRef(element)
            titleField.current = element
          }}
        />
      </Field>
      <div className="form-grid three">
        <ChoiceField
          form={form}
          name="department"
          label="Department"
          options={DEPARTMENT_OPTIONS}
          placeholder="Choose a department"
          required
        />
        <ChoiceField
          form={form}
          name="priority"
          label="Priority"
          options={PRIORITY_OPTIONS}
          placeholder="Choose a priority"
          required
        />
        <Field
          label="Due date"
          error={errors.dueDate?.message}
          hint={isCalendarDate(dueDate) ? distanceWords(dueDate, officeToday()) : undefined}
          required
        >
          <DateInput
            {...date}
            ref={(element) => {
              dateRef(element)
              dateField(element)
            }}
          />
        </Field>
      </div>
      {LONG_TEXTS.map(({ wire, label, help }) => (
        <Field key={wire} label={label} aside={help} error={errors[wire]?.message} required>
          <TextArea {...form.register(wire)} rows={6} />
        </Field>
      ))}
      <SupportingDocumentation />
    </>
  )
}
