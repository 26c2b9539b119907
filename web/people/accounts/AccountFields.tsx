import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { PersonDepartmentField } from '../common/PersonDepartmentField.tsx'
import { RoleField } from './RoleField.tsx'
import type { PersonFields } from './person-form.ts'
import { useEmailHolder } from './use-email-holder.ts'

const OWN = 'Change it in your profile'

interface AccountFieldsProps {
  form: UseFormReturn<PersonFields>
  /** of the account */
  id: string
  /** the account's department as stored; empty: none */
  department: string
  savedMeanwhile: Partial<PersonFields>
  isOwn: boolean
}

export function AccountFields({ form, id, department: stored, savedMeanwhile, isOwn }: AccountFieldsProps) {
  const { register, control, formState } = form
  const { errors } = formState
  const holder = useEmailHolder(useWatch({ control, name: 'email' }) ?? '', id)
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
        hint={isOwn ? OWN : holder}
        required
      >
        <TextInput {...register('email')} type="email" autoComplete="off" readOnly={isOwn} />
      </Field>
      <Controller
        control={control}
        name="department"
        render={({ field }) => (
          <PersonDepartmentField
            value={field.value ?? ''}
            stored={stored}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={errors.department?.message}
            savedMeanwhile={savedMeanwhile.department ?? undefined}
          />
        )}
      />
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
