import { isBlank } from '../../../shared/text-rules.ts'
import { say } from '../../../shared/texts/say.ts'
import styles from './login.module.css'
import { CircleAlert, Info } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { Navigate, useLocation } from 'react-router'
import { isDemo } from '../../client/demo.ts'
import { prefetchWhenIdle } from '../../client/query.ts'
import { lastSessionEnd, startSession, useSession } from '../../client/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, RequiredNote } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import { SignInLayout } from './SignInLayout.tsx'
import { PasswordField } from './PasswordField.tsx'
import { failureText, signIn } from './sign-in.ts'
import { classes } from '../../ui/classes.ts'

/** @param prepareNext preloads the next screen; called as soon as the person types */
export default function LoginPage({ prepareNext }: { prepareNext: () => void }) {
  const session = useSession()
  const { state } = useLocation()
  if (session) return <Navigate to={wayBack(state)} replace />
  return (
    <SignInLayout foot={isDemo() && <DemoFooter />}>
      <SignInForm prepareNext={prepareNext} />
      <p className={classes('text-13 soft', styles.note)}>{say('Contact your administrator for account access')}</p>
    </SignInLayout>
  )
}

function SignInForm({ prepareNext }: { prepareNext: () => void }) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<{ username?: string; password?: string }>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const lacks = {
      ...(isBlank(username) && { username: say('Username is required') }),
      ...(password === '' && { password: say('Password is required') }),
    }
    setMissing(lacks)
    setFailure(null)
    if (Object.keys(lacks).length > 0) return focus('username' in lacks ? 'username' : 'password')
    setBusy(true)
    try {
      const answer = await signIn(username, password)
      startSession(answer)
      prefetchWhenIdle()
      toast({
        title: say('Login successful'),
        description: say('Welcome back, {firstName}!', { firstName: answer.user.firstName }),
        tone: 'good',
      })
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
      form.current?.querySelector<HTMLInputElement>('[name=password]')?.select()
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} onInput={prepareNext} noValidate>
      <h1 className="h-24">{say('Sign In')}</h1>
      <p className={classes('soft', styles.lead)}>{say('Use the account your administrator gave you.')}</p>
      {failure === null && lastSessionEnd() === 'expired' && (
        <Note tone="blue" icon={Info} title={say('Your session has ended')} role="status">
          <p>{say('Sign in to continue where you left off. What you typed has been kept.')}</p>
        </Note>
      )}
      {failure !== null && <Note tone="red" icon={CircleAlert} title={failure} role="alert" />}
      <div className="stack">
        <RequiredNote />
        <Field label={say('Username')} error={missing.username} required>
          <TextInput
            size="large"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            placeholder={say('Enter your username')}
            value={username}
            onChange={(event) => {
              setUsername(event.target.value)
              setMissing({ ...missing, username: undefined })
            }}
          />
        </Field>
        <PasswordField
          label={say('Password')}
          size="large"
          name="password"
          autoComplete="current-password"
          placeholder={say('Enter your password')}
          error={missing.password}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setMissing({ ...missing, password: undefined })
          }}
        />
        <Button type="submit" look="primary" size="large" busy={busy} busyLabel={say('Signing in...')}>
          {say('Sign In')}
        </Button>
      </div>
    </form>
  )
}

function DemoFooter() {
  return (
    <footer className="row wrap text-12 muted">
      <span className="status bare tone-amber">{say('Demo')}</span>
      {say('Sample data only. Sign in as admin, manager or user.')}
    </footer>
  )
}

/** Accepts only an address of our own: the history state may have been written by an older version of the page. */
function wayBack(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : '/dashboard'
}
