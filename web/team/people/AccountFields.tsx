import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useDepartments } from '../../client/departments.ts'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { RoleField } from './RoleField.tsx'
import type { PersonFields } from './person-form.ts'
import { useSharedEmail } from './use-shared-email.ts'

const OWN = 'Change it in your profile'

interface AccountFieldsProps {
  form: UseFormReturn<PersonFields>
  /** of the account */
  id: string
  savedMeanwhile: Partial<PersonFields>
  isOwn: boolean
}

export function AccountFields({ form, id, savedMeanwhile, isOwn }: AccountFieldsProps) {
  const { register, control, formState } = form
  const { errors } = formState
  const shared = useSharedEmail(useWatch({ control, name: 'email' }) ?? '', id)
  return (
    <>
      <Field label="First name" error={errors.firstName?.message} savedMeanwhile={savedMeanwhile.firstName} required>
        <TextInput {...register('firstName')} autoComplete="off" />
      </Field>
      <Field
        label="Last name"
        error={errors.lastName?.message}
        savedMeanwhile={savedMeanwhile.lastName}
        hint="Leave empty for people with one name"
      >
        <TextInput {...register('lastName')} autoComplete="off" />
      </Field>
      <Field label="Username" error={errors.username?.message} savedMeanwhile={savedMeanwhile.username} required>
        <TextInput {...register('username')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field
        label="Email"
        error={errors.email?.message}
        savedMeanwhile={savedMeanwhile.email}
        hint={isOwn ? OWN : shared}
        required
      >
        <TextInput {...register('email')} type="email" autoComplete="off" readOnly={isOwn} />
      </Field>
      <Field
        label="Department"
        error={errors.department?.message}
        savedMeanwhile={savedMeanwhile.department ?? undefined}
      >
        <TextInput {...register('department')} autoComplete="off" list="departments" />
      </Field>
      <DepartmentNames id="departments" />
      <Controller
        control={control}
        name="role"
        render={({ field }) => (
          <RoleField
            value={field.value ?? ''}
            onChange={field.onChange}
            error={errors.role?.message}
            savedMeanwhile={savedMeanwhile.role}
            disabled={isOwn}
            hint={isOwn ? 'You cannot change your own role' : undefined}
          />
        )}
      />
    </>
  )
}

/** Suggestions while a department is typed. */
function DepartmentNames({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {useDepartments().active.map(({ key, name }) => (
        <option key={key}>{name}</option>
      ))}
    </datalist>
  )
}
