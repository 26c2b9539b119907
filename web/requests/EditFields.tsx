import type { RefObject } from 'react'
import { Controller, type FieldPath, type UseFormReturn } from 'react-hook-form'
import { DEPARTMENTS, PRIORITIES, DEPARTMENT_KEYS, PRIORITY_KEYS } from '../../shared/request-rules.ts'
import type { ServiceRequest } from '../../shared/requests.ts'
import { isCalendarDate } from '../../shared/text-rules.ts'
import type { User } from '../../shared/users.ts'
import { Field } from '../ui/Field.tsx'
import { DateInput, TextArea, TextInput } from '../ui/inputs.tsx'
import { checkedOnLeaving } from './leaving.ts'
import { Select, type SelectOption } from '../ui/Select.tsx'
import { PriorityGlyph, StatusGlyph } from './badges.tsx'
import { distanceWords, officeToday } from './dates.ts'
import { type EditForm, personOptions, statusOptions } from './edit-form.ts'
import { useActor } from './use-actor.ts'

const PRIORITY_OPTIONS = PRIORITY_KEYS.map((value) => ({
  value,
  label: PRIORITIES[value],
  glyph: <PriorityGlyph priority={value} />,
}))
const DEPARTMENT_OPTIONS = DEPARTMENT_KEYS.map((value) => ({ value, label: DEPARTMENTS[value] }))

interface EditFieldsProps {
  form: UseFormReturn<EditForm>
  request: ServiceRequest
  people: User[]
  titleField: RefObject<HTMLInputElement | null>
}

interface ChoiceFieldProps {
  form: UseFormReturn<EditForm>
  name: FieldPath<EditForm> & ('status' | 'priority' | 'department' | 'assignedTo')
  label: string
  options: SelectOption[]
  hint?: string
  disabled?: boolean
}

function ChoiceField({ form, name, label, options, hint, disabled = false }: ChoiceFieldProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} hint={hint} error={fieldState.error?.message}>
          <Select
            ref={field.ref}
            options={options}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            disabled={disabled}
          />
        </Field>
      )}
    />
  )
}

export function EditFields({ form, request, people, titleField }: EditFieldsProps) {
  const actor = useActor()
  const { errors } = form.formState
  const dueDate = form.watch('dueDate')
  const mayAssign = actor.permissions.has('requests.assign')
  const { ref: titleRef, ...title } = checkedOnLeaving(form.register('title'))
  return (
    <>
      <div className="form-grid">
        <Field label="Request ID" hint="Cannot be changed">
          <TextInput value={request.requestId} readOnly />
        </Field>
        <ChoiceField
          form={form}
          name="status"
          label="Status"
          options={statusOptions(form.getValues('base').status).map((option) => ({
            ...option,
            glyph: <StatusGlyph status={option.value} toned />,
          }))}
        />
      </div>
      <Field label="Title" error={errors.title?.message} required>
        <TextInput
          {...title}
          ref={(element) => {
            titleRef(element)
            titleField.current = element
          }}
        />
      </Field>
      <Field label="Description" error={errors.description?.message} required>
        <TextArea {...checkedOnLeaving(form.register('description'))} rows={4} />
      </Field>
      <div className="form-grid">
        <ChoiceField form={form} name="priority" label="Priority" options={PRIORITY_OPTIONS} />
        <ChoiceField form={form} name="department" label="Department" options={DEPARTMENT_OPTIONS} />
        <ChoiceField
          form={form}
          name="assignedTo"
          label="Assigned to"
          options={personOptions(people, request)}
          disabled={!mayAssign}
          {...(mayAssign ? {} : { hint: 'Your role may not assign requests' })}
        />
        <Field
          label="Due date"
          error={errors.dueDate?.message}
          hint={isCalendarDate(dueDate) ? distanceWords(dueDate, officeToday()) : undefined}
        >
          <DateInput {...checkedOnLeaving(form.register('dueDate'))} />
        </Field>
      </div>
    </>
  )
}
