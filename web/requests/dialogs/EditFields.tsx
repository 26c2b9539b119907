import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { FIELDS, LONG_TEXTS, type NamedField } from '../../../shared/request-fields.ts'
import { asksForReason, movesPromise } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { isCalendarDate } from '../../../shared/text-rules.ts'
import type { User } from '../../../shared/users.ts'
import { say } from '../../../shared/texts/say.ts'
import { Field, RequiredNote } from '../../ui/Field.tsx'
import { TextArea, TextInput } from '../../ui/inputs.tsx'
import { StatusGlyph } from '../common/badges.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { DateField } from './DateField.tsx'
import { mayChange } from './edit-conflict.ts'
import { type EditForm, formName, personOptions, REASON_HINT, statusOptions } from './edit-form.ts'
import { PRIORITY_OPTIONS, useDepartmentOptions } from '../common/options.tsx'
import { PeopleMissing } from '../common/PeopleMissing.tsx'
import { useActor } from '../../people/common/use-actor.ts'
import styles from './form-fields.module.css'

interface EditFieldsProps {
  form: UseFormReturn<EditForm>
  request: ServiceRequest
  people: User[]
  titleField: RefObject<HTMLInputElement | null>
}

/** One of the fields in the grid, by its kind. */
function GridField({ form, field, request, people }: Omit<EditFieldsProps, 'titleField'> & { field: NamedField }) {
  const { permissions } = useActor()
  const departments = useDepartmentOptions(request.department)
  const { kind } = field
  const label = say(field.label)
  const isAllowed = mayChange(field, permissions)
  const name = formName(field.wire)
  switch (kind) {
    case 'priority':
      return <ChoiceField form={form} name={name} label={label} options={PRIORITY_OPTIONS} required />
    case 'department':
      return <ChoiceField form={form} name={name} label={label} options={departments} required />
    case 'person':
      return (
        <ChoiceField
          form={form}
          name={name}
          label={label}
          options={personOptions(people, request, form.watch(name))}
          disabled={!isAllowed}
          hint={isAllowed ? undefined : say('Your role cannot assign requests')}
        />
      )
    default:
      return <DateField form={form} name={name} label={label} />
  }
}

const GRID = FIELDS.filter(({ kind }) => kind !== 'text' && kind !== 'long-text' && kind !== 'status')

export function EditFields({ form, request, people, titleField }: EditFieldsProps) {
  const actor = useActor()
  const { errors } = form.formState
  const { ref: titleRef, ...title } = form.register('title')
  return (
    <>
      <RequiredNote />
      <div className={styles.formGrid}>
        <Field label={say('Request ID')} hint={say('Cannot be changed')}>
          <TextInput value={request.requestId} readOnly />
        </Field>
        <ChoiceField
          form={form}
          name="status"
          label={say('Status')}
          required
          options={statusOptions(form.getValues('base').status).map((option) => ({
            ...option,
            glyph: <StatusGlyph status={option.value} toned />,
          }))}
        />
      </div>
      {asksForReason(form.getValues('base').status, form.watch('status')) && (
        <Field label={say('Reason')} error={errors.reason?.message} hint={say(REASON_HINT)} required>
          <TextArea {...form.register('reason')} rows={2} />
        </Field>
      )}
      <Field label={say('Title')} error={errors.title?.message} required>
        <TextInput
          {...title}
          ref={(element) => {
            titleRef(element)
            titleField.current = element
          }}
        />
      </Field>
      {LONG_TEXTS.map(({ wire, label }) => (
        <Field key={wire} label={say(label)} error={errors[wire]?.message} required>
          <TextArea {...form.register(wire)} rows={4} />
        </Field>
      ))}
      <div className={styles.formGrid}>
        {GRID.map((field) => (
          <GridField key={field.wire} form={form} field={field} request={request} people={people} />
        ))}
      </div>
      <MoveReason form={form} />
      {actor.permissions.has('requests.assign') && <PeopleMissing />}
    </>
  )
}

/** Why the due date is moved. Optional: the promise ledger and the history show it. */
function MoveReason({ form }: Pick<EditFieldsProps, 'form'>) {
  const base = form.getValues('base')
  const [status, dueDate] = form.watch(['status', 'dueDate'])
  if (!isCalendarDate(dueDate) || !movesPromise(base, { status, dueDate })) return null
  return (
    <Field
      label={say('Reason for the new due date')}
      error={form.formState.errors.reason?.message}
      hint={say('Optional. {hint}', { hint: REASON_HINT })}
    >
      <TextArea {...form.register('reason')} rows={2} />
    </Field>
  )
}
