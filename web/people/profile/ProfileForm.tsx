import { LAST_NAME_REQUIRED } from '../../../shared/account-fields.ts'
import { useRef, useState, type FormEvent, type RefObject } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Controller, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { ProfileChange, type Profile } from '../../../shared/users.ts'
import { say } from '../../../shared/texts/say.ts'
import { DraftHint } from '../../requests/drafts/DraftHint.tsx'
import { changesIn, useChangesDraft, useStoredValues } from '../../requests/drafts/stored-values.ts'
import { CHECKED_ON_LEAVING } from '../../ui/errors/checked-on-leaving.ts'
import { showRefusals } from '../../ui/errors/refusals.ts'
import { refusalsIn, rateLimitMessage } from '../../ui/errors/words.ts'
import { PasswordField } from '../sign-in/PasswordField.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field, FormLocked, RequiredNote } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { toast } from '../../ui/toast.ts'
import { PersonDepartmentField } from '../common/PersonDepartmentField.tsx'
import { fieldsOf, saveProfile } from './api.ts'
import styles from './profile.module.css'

/** The key of its draft. */
export const PROFILE_DRAFT = 'profile'

/** An existing last name can be changed, but not removed. */
const WithLastName = ProfileChange.extend({ lastName: ProfileChange.shape.lastName.min(1, LAST_NAME_REQUIRED) })

interface ProfileFormProps {
  profile: Profile
  onClose: () => void
}

/** Saves the form, with the password where the address is new. */
function useSaveProfile(
  form: UseFormReturn<ProfileChange>,
  element: RefObject<HTMLFormElement | null>,
  stored: string,
  onSaved: () => void,
) {
  // Not a field of the form, because its values are stored as a draft.
  const [password, setPassword] = useState('')
  const isNeeded = (useWatch({ control: form.control, name: 'email' }) ?? stored).trim() !== stored
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: (change: Partial<ProfileChange>) =>
      saveProfile(isNeeded ? { ...change, currentPassword: password } : change),
    onSuccess: () => {
      toast({ title: say('Profile Updated'), description: say('Your details have been saved.'), tone: 'good' })
      onSaved()
    },
    onError: (failure) => {
      const refused = refusalsIn(failure).find(({ path }) => path === 'currentPassword')
      setError(refused?.message)
      const description = rateLimitMessage(failure) ?? say('Failed to update profile. Please try again.')
      toast({ title: say('Update Failed'), description, tone: 'bad' })
      showRefusals(form, failure, element.current)
    },
  })
  const submit = (event: FormEvent) =>
    void form.handleSubmit((change) => {
      if (isNeeded && password === '') setError('Current password is required')
      else if (!isPending) mutate(changesIn(form, change))
    })(event)
  const type = (text: string) => {
    setPassword(text)
    setError(undefined)
  }
  return { submit, isSaving: isPending, password: { isNeeded, value: password, error, type } }
}

export function ProfileForm({ profile, onClose }: ProfileFormProps) {
  const form = useForm<ProfileChange>({
    resolver: zodResolver(profile.lastName === '' ? ProfileChange : WithLastName),
    ...CHECKED_ON_LEAVING,
    defaultValues: fieldsOf(profile),
  })
  useStoredValues(form, fieldsOf(profile))
  const draft = useChangesDraft(form, PROFILE_DRAFT)
  const element = useRef<HTMLFormElement>(null)
  const { submit, isSaving, password } = useSaveProfile(form, element, profile.email, () => {
    draft.clear()
    onClose()
  })
  const cancel = () => {
    draft.discard()
    onClose()
  }
  return (
    <form ref={element} className={styles.pair} noValidate onSubmit={submit}>
      <div className={styles.wholeLine}>
        <RequiredNote />
      </div>
      <FormLocked value={isSaving}>
        <ProfileFields form={form} />
      </FormLocked>
      <Field label={say('Username')} hint={say('Cannot be changed')} className={styles.wholeLine}>
        <TextInput value={profile.username} readOnly />
      </Field>
      {password.isNeeded && (
        <div className={styles.wholeLine}>
          <PasswordField
            label={say('Current password')}
            hint={say('A new email address needs your password.')}
            error={password.error}
            autoComplete="current-password"
            value={password.value}
            onChange={(event) => password.type(event.target.value)}
          />
        </div>
      )}
      <div className={classes('row wrap', styles.wholeLine)}>
        <Button type="submit" look="primary" busy={isSaving} busyLabel={say('Saving...')}>
          {say('Save Changes')}
        </Button>
        <Button onClick={cancel}>{say('Cancel')}</Button>
        <DraftHint draft={draft} />
      </div>
    </form>
  )
}

function ProfileFields({ form }: { form: UseFormReturn<ProfileChange> }) {
  const { errors } = form.formState
  return (
    <>
      <Field label={say('First name')} error={errors.firstName?.message} required>
        <TextInput {...form.register('firstName')} autoComplete="given-name" autoFocus />
      </Field>
      <Field
        label={say('Last name')}
        error={errors.lastName?.message}
        required={form.formState.defaultValues?.lastName !== ''}
      >
        <TextInput {...form.register('lastName')} autoComplete="family-name" />
      </Field>
      <Field label={say('Email')} error={errors.email?.message} required>
        <TextInput {...form.register('email')} type="email" autoComplete="email" />
      </Field>
      <Controller
        control={form.control}
        name="department"
        render={({ field }) => (
          <PersonDepartmentField
            value={field.value}
            stored={form.formState.defaultValues?.department ?? ''}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={errors.department?.message}
            required
          />
        )}
      />
    </>
  )
}
