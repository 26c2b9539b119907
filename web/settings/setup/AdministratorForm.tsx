import { ApiError } from '../../client/api-error.ts'
import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { CircleAlert } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { SignIn } from '../../../shared/users.ts'
import { say } from '../../../shared/texts/say.ts'
import { post } from '../../client/api.ts'
import { startSession } from '../../client/session.ts'
import { refusalsIn } from '../../ui/errors/words.ts'
import { PasswordField } from '../../people/sign-in/PasswordField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, RequiredNote } from '../../ui/Field.tsx'
import { focusFirstInvalid } from '../../ui/first-invalid.ts'
import { TextInput } from '../../ui/inputs.tsx'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import { checkAdministrator, type FirstAdministratorErrors } from './check.ts'

interface AdministratorFormProps {
  token: string
  /** minimum length of the password; undefined if the server did not say */
  minLength: number | undefined
  onCreated: () => void
}

export function AdministratorForm({ token, minLength, onCreated }: AdministratorFormProps) {
  const [values, setValues] = useState({ firstName: '', lastName: '', email: '', username: '', password: '' })
  const [errors, setErrors] = useState<FirstAdministratorErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const showErrors = (errors: FirstAdministratorErrors) => {
    // Rendered synchronously: the invalid field is found by its mark.
    flushSync(() => setErrors(errors))
    focusFirstInvalid(form.current)
  }

  const control = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const first = { token, ...values }
    const errors = checkAdministrator(first)
    setFailure(null)
    showErrors(errors)
    if (Object.keys(errors).length > 0) return
    setBusy(true)
    try {
      await post('/api/setup', first, { keepSessionOn401: true })
      // The account exists now: if signing in fails here, the sign-in page takes over.
      if (await signIn(values)) onCreated()
      else void navigate('/login', { replace: true })
    } catch (error) {
      setBusy(false)
      const details = refusalsIn(error).filter(({ path }) => path in values)
      showErrors(Object.fromEntries(details.map(({ path, message }) => [path, message])))
      if (details.length === 0)
        setFailure(error instanceof ApiError ? error.sentence : say('The server cannot be reached.'))
    }
  }

  return (
    <form ref={form} className="stack" onSubmit={(event) => void submit(event)} noValidate>
      {failure !== null && <Note tone="red" icon={CircleAlert} title={failure} role="alert" />}
      <RequiredNote />
      <Field label={say('First name')} error={errors.firstName} required>
        <TextInput {...control('firstName')} autoComplete="given-name" autoFocus />
      </Field>
      <Field label={say('Last name')} error={errors.lastName} hint={say('Leave empty for people with one name')}>
        <TextInput {...control('lastName')} autoComplete="family-name" />
      </Field>
      <Field label={say('Email')} error={errors.email} required>
        <TextInput {...control('email')} type="email" autoComplete="email" />
      </Field>
      <Field label={say('Username')} error={errors.username} required>
        <TextInput {...control('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <PasswordField
        label={say('Password')}
        hint={`${minLength === undefined ? '' : `At least ${minLength} characters. `}A sentence is fine.`}
        error={errors.password}
        {...control('password')}
        autoComplete="new-password"
      />
      <Button type="submit" look="primary" size="large" busy={busy} busyLabel={say('Creating...')}>
        {say('Create administrator')}
      </Button>
    </form>
  )
}

async function signIn({ username, password }: { username: string; password: string }): Promise<boolean> {
  try {
    startSession(await post<SignIn>('/api/auth/login', { username, password }, { keepSessionOn401: true }))
    return true
  } catch {
    toast({ title: say('Administrator created'), description: say('Sign in with the new account.'), tone: 'good' })
    return false
  }
}
