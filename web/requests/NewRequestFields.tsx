import { Upload } from 'lucide-react'
import { useId, type RefObject } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { DEPARTMENTS, PRIORITIES, DEPARTMENT_KEYS, PRIORITY_KEYS } from '../../shared/request-rules.ts'
import { isCalendarDate } from '../../shared/text-rules.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { DateInput, TextArea, TextInput } from '../ui/inputs.tsx'
import { checkedOnLeaving } from './leaving.ts'
import { Select } from '../ui/Select.tsx'
import { PriorityGlyph } from './badges.tsx'
import { distanceWords, officeToday } from './dates.ts'
import type { NewRequestForm } from './new-request.ts'

const DEPARTMENT_OPTIONS = DEPARTMENT_KEYS.map((value) => ({ value, label: DEPARTMENTS[value] }))
const PRIORITY_OPTIONS = PRIORITY_KEYS.map((value) => ({
  value,
  label: PRIORITIES[value],
  glyph: <PriorityGlyph priority={value} />,
}))

interface NewRequestFieldsProps {
  form: UseFormReturn<NewRequestForm>
  titleField: RefObject<HTMLInputElement | null>
  /** a state's setter, so that it stays the same over renders */
  dateField: (element: HTMLInputElement | null) => void
}

function SupportingDocumentation() {
  const why = useId()
  return (
    <div className="f">
      <span className="lab">Supporting documentation</span>
      <div className="drop">
        <Icon of={Upload} />
        <span className="grow soft" id={why}>
          Files cannot be attached in this version
        </span>
        <span className="sm muted">PDF, DOC, DOCX up to 10MB</span>
        <Button size="small" disabled aria-describedby={why}>
          Choose files
        </Button>
      </div>
    </div>
  )
}

export function NewRequestFields({ form, titleField, dateField }: NewRequestFieldsProps) {
  const { errors } = form.formState
  const { ref: titleRef, ...title } = checkedOnLeaving(form.register('title'))
  const { ref: dateRef, ...date } = checkedOnLeaving(form.register('dueDate'))
  const dueDate = form.watch('dueDate')
  return (
    <>
      <Field label="Title" error={errors.title?.message} required>
        <TextInput
          {...title}
          ref={(element) => {
            titleRef(element)
            titleField.current = element
          }}
        />
      </Field>
      <Field
        label="Description"
        aside="What happens today, what should happen, who is affected"
        error={errors.description?.message}
        required
      >
        <TextArea {...checkedOnLeaving(form.register('description'))} rows={6} />
      </Field>
      <div className="form-grid three">
        <Controller
          control={form.control}
          name="department"
          render={({ field }) => (
            <Field label="Department" error={errors.department?.message} required>
              <Select
                ref={field.ref}
                options={DEPARTMENT_OPTIONS}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                placeholder="Choose a department"
              />
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="priority"
          render={({ field }) => (
            <Field label="Priority" error={errors.priority?.message} required>
              <Select
                ref={field.ref}
                options={PRIORITY_OPTIONS}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                placeholder="Choose a priority"
              />
            </Field>
          )}
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
      <SupportingDocumentation />
    </>
  )
}
