import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { asksForReason } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { isCalendarDate } from '../../../shared/text-rules.ts'
import type { User } from '../../../shared/users.ts'
import { Field, RequiredNote } from '../../ui/Field.tsx'
import { DateInput, TextArea, TextInput } from '../../ui/inputs.tsx'
import { StatusGlyph } from '../../vocabulary/badges.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { distanceWords, officeToday } from '../../formats/dates.ts'
import { type EditForm, personOptions, REASON_HINT, statusOptions } from './edit-form.ts'
import { DEPARTMENT_OPTIONS, PRIORITY_OPTIONS } from '../../vocabulary/options.tsx'
import { PeopleMissing } from '../../vocabulary/PeopleMissing.tsx'
import { useActor } from '../../vocabulary/use-actor.ts'

interface EditFieldsProps {
  form: UseFormReturn<EditForm>
  request: ServiceRequest
  people: User[]
  titleField: RefObject<HTMLInputElement | null>
}

export function EditFields({ form, request, people, titleField }: EditFieldsProps) {
  const actor = useActor()
  const { errors } = form.formState
  const dueDate = form.watch('dueDate')
  const mayAssign = actor.permissions.has('requests.assign')
  const { ref: titleRef, ...title } = form.register('title')
  return (
    <>
      <RequiredNote />
      <div className="form-grid">
        <Field label="Request ID" hint="Cannot be changed">
          <TextInput value={request.requestId} readOnly />
        </Field>
        <ChoiceField
          form={form}
          name="status"
          label="Status"
          required
          options={statusOptions(form.getValues('base').status).map((option) => ({
            ...option,
            glyph: <StatusGlyph status={option.value} toned />,
          }))}
        />
      </div>
      {asksForReason(form.getValues('base').status, form.watch('status')) && (
        <Field label="Reason" error={errors.reason?.message} hint={REASON_HINT} required>
          <TextArea {...form.register('reason')} rows={2} />
        </Field>
      )}
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
        <TextArea {...form.register('description')} rows={4} />
      </Field>
      <div className="form-grid">
        <ChoiceField form={form} name="priority" label="Priority" options={PRIORITY_OPTIONS} required />
        <ChoiceField form={form} name="department" label="Department" options={DEPARTMENT_OPTIONS} required />
        <ChoiceField
          form={form}
          name="assignedTo"
          label="Assigned to"
          options={personOptions(people, request, form.watch('assignedTo'))}
          disabled={!mayAssign}
          hint={mayAssign ? undefined : 'Your role cannot assign requests'}
        />
        <Field
          label="Due date"
          error={errors.dueDate?.message}
          hint={isCalendarDate(dueDate) ? distanceWords(dueDate, officeToday()) : undefined}
        >
          <DateInput {...form.register('dueDate')} />
        </Field>
      </div>
      {mayAssign && <PeopleMissing />}
    </>
  )
}
