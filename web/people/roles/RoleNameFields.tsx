import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ROLE_NAME_LIMITS } from '../../../shared/role-limits.ts'
import { Field, RequiredNote } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { isBlank, tooLong } from '../../../shared/text-rules.ts'
import type { RoleForm } from './role-form.ts'
import styles from './roles.module.css'

/** Name and description of a custom role. */
export function RoleNameFields({ form, children }: { form: UseFormReturn<RoleForm>; children?: ReactNode }) {
  const { errors } = form.formState
  const longest = ROLE_NAME_LIMITS
  return (
    <section className={`card padded stack ${styles.naming}`}>
      <RequiredNote />
      <Field label="Name" required error={errors.name?.message} hint="As people see it beside their name">
        <TextInput
          autoComplete="off"
          {...form.register('name', {
            validate: (text) => (isBlank(text) ? 'Name is required' : tooLong(text, longest.name)),
          })}
        />
      </Field>
      <Field label="Description" error={errors.description?.message} hint="What the role is for">
        <TextInput
          autoComplete="off"
          {...form.register('description', { validate: (text) => tooLong(text, longest.description) })}
        />
      </Field>
      {children}
    </section>
  )
}
