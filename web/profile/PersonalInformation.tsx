import { useRef, useState } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { DEPARTMENTS } from '../../shared/request-rules.ts'
import { ProfileChange, type Profile } from '../../shared/users.ts'
import { ApiError } from '../client/api.ts'
import { readDraft } from '../drafts/draft-store.ts'
import { useFormDraft } from '../drafts/drafts.ts'
import { showRefusals } from '../errors/refusals.ts'
import { refusalsIn, waitIn } from '../errors/words.ts'
import { PasswordField } from '../login/PasswordField.tsx'
import { Button } from '../ui/Button.tsx'
import { DraftHint } from '../drafts/DraftHint.tsx'
import { Field, FormLocked, RequiredNote } from '../ui/Field.tsx'
import { useFocusFallback } from '../ui/focus-fallback.ts'
import { TextInput } from '../ui/inputs.tsx'
import { Record } from '../ui/Record.tsx'
import { toast } from '../ui/toast.ts'
import { saveProfile } from './api.ts'
import styles from './profile.module.css'
import { classes } from '../ui/classes.ts'

const DRAFT = 'profile'

/** A draft of an earlier visit opens the form, so that it isn't overlooked. */
export function PersonalInformation({ profile }: { profile: Profile }) {
  const [isEditing, setEditing] = useState(() => readDraft(DRAFT) !== null)
  const section = useRef<HTMLElement>(null)
  const keepFocus = useFocusFallback(section, 'header button', isEditing)
  const close = () => {
    keepFocus()
    setEditing(false)
  }
  return (
    <section className="card" aria-labelledby="personal" ref={section}>
      <header className="lined">
        <h2 className="grow" id="personal">
          Personal Information
        </h2>
        {!isEditing && (
          <Button size="small" icon={Pencil} onClick={() => setEditing(true)}>
            Edit Profile
          </Button>
        )}
      </header>
      <div className="pad">
        {isEditing ? <ProfileForm profile={profile} onClose={close} /> : <ProfileView {...profile} />}
      </div>
    </section>
  )
}

function ProfileView({ firstName, lastName, email, department, username }: Profile) {
  return (
    <Record
      boxes={[
        { label: 'First name', value: firstName, span: 6 },
        { label: 'Last name', value: lastName, span: 6 },
        { label: 'Email', value: email, span: 6 },
        { label: 'Department', value: department ?? 'Not yet', span: 6 },
        { label: 'Username, cannot be changed', value: username, span: 12 },
      ]}
    />
  )
}

function ProfileForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { firstName, lastName, email, department } = profile
  const form = useForm<ProfileChange>({
    resolver: zodResolver(ProfileChange),
    mode: 'onTouched',
    defaultValues: { firstName, lastName, email, department: department ?? '' },
  })
  const draft = useFormDraft(form, DRAFT)
  const { errors } = form.formState
  const element = useRef<HTMLFormElement>(null)
  // Not a field of the form, whose values are kept as a draft. Null: not asked for.
  const [password, setPassword] = useState<string | null>(null)
  const [passwordError, setPasswordError] = useState<string>()
  const save = useMutation({
    mutationFn: (change: ProfileChange) =>
      saveProfile(password === null ? change : { ...change, currentPassword: password }),
    onSuccess: () => {
      draft.clear()
      toast({ title: 'Profile Updated', description: 'Your details have been saved.', tone: 'good' })
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'password-needed') return setPassword('')
      const refused = refusalsIn(error).find(({ path }) => path === 'currentPassword')
      setPasswordError(refused?.message)
      const description = waitIn(error) ?? 'Failed to update profile. Please try again.'
      toast({ title: 'Update Failed', description, tone: 'bad' })
      showRefusals(form, error, element.current)
    },
  })
  const cancel = () => {
    draft.discard()
    onClose()
  }
  return (
    <form
      ref={element}
      className={styles.pair}
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit((change) => {
          if (password === '') setPasswordError('Current password is required')
          else if (!save.isPending) save.mutate(change)
        })(event)
      }
    >
      <div className={styles.wholeLine}>
        <RequiredNote />
      </div>
      <FormLocked value={save.isPending}>
        <Field label="First name" error={errors.firstName?.message} required>
          <TextInput {...form.register('firstName')} autoComplete="given-name" autoFocus />
        </Field>
        <Field label="Last name" error={errors.lastName?.message} required>
          <TextInput {...form.register('lastName')} autoComplete="family-name" />
        </Field>
        <Field label="Email" error={errors.email?.message} required>
          <TextInput {...form.register('email')} type="email" autoComplete="email" />
        </Field>
        <Field label="Department" error={errors.department?.message} required>
          <TextInput {...form.register('department')} list="departments" />
        </Field>
      </FormLocked>
      <datalist id="departments">
        {Object.values(DEPARTMENTS).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <Field label="Username" hint="Cannot be changed" className={styles.wholeLine}>
        <TextInput value={profile.username} readOnly />
      </Field>
      {password !== null && (
        <div className={styles.wholeLine}>
          <PasswordField
            label="Current password"
            hint="You signed in more than an hour ago. A new email address needs your password."
            error={passwordError}
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={(event) => {
              setPassword(event.target.value)
              setPasswordError(undefined)
            }}
          />
        </div>
      )}
      <div className={classes('row wrap', styles.wholeLine)}>
        <Button type="submit" look="primary" busy={save.isPending} busyLabel="Saving...">
          Save Changes
        </Button>
        <Button onClick={cancel}>Cancel</Button>
        <DraftHint draft={draft} />
      </div>
    </form>
  )
}
