import { CircleAlert } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import type { OpenedLink } from '../../../shared/account-links.ts'
import type { SignIn } from '../../../shared/users.ts'
import { say } from '../../../shared/texts/say.ts'
import { sayNodes } from '../../ui/say-nodes.ts'
import { post } from '../../client/api.ts'
import { prefetchWhenIdle } from '../../client/query.ts'
import { startSession } from '../../client/session.ts'
import { refusalsIn, sentenceOf } from '../../ui/errors/words.ts'
import styles from '../sign-in/login.module.css'
import { PasswordField } from '../sign-in/PasswordField.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { focusFirstInvalid } from '../../ui/first-invalid.ts'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'

interface PasswordFormProps {
  token: string
  link: OpenedLink
  onUsed: () => void
}

export function PasswordForm({ token, link, onUsed }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const refuse = (message: string | undefined) => {
    // Rendered synchronously: the invalid field is found by its mark.
    flushSync(() => setError(message))
    focusFirstInvalid(form.current)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setFailure(null)
    if (password === '') return refuse(say('Password is required'))
    setBusy(true)
    try {
      const answer = await post<SignIn>('/api/account-links/use', { token, password }, { keepSessionOn401: true })
      onUsed()
      startSession(answer)
      prefetchWhenIdle()
      toast({
        title: say('Login successful'),
        description: say('Welcome, {firstName}!', { firstName: answer.user.firstName }),
        tone: 'good',
      })
      void navigate('/dashboard', { replace: true })
    } catch (cause) {
      setBusy(false)
      const refused = refusalsIn(cause).find(({ path }) => path === 'password')
      if (refused) refuse(refused.message)
      else setFailure(sentenceOf(cause))
    }
  }

  return (
    <>
      <p className={classes('soft', styles.lead)}>
        {link.kind === 'invitation'
          ? say('Welcome, {firstName}. Choose a password for your account.', { firstName: link.firstName })
          : say('Choose a new password, {firstName}. You are signed out everywhere else then.', {
              firstName: link.firstName,
            })}
      </p>
      <form ref={form} className="stack" onSubmit={(event) => void submit(event)} noValidate>
        {failure !== null && <Note tone="red" icon={CircleAlert} title={failure} role="alert" />}
        <p>{sayNodes('Your username is {username}.', { username: <b>{link.username}</b> })}</p>
        <input type="hidden" name="username" autoComplete="username" value={link.username} />
        <PasswordField
          label={say('Password')}
          hint={say('At least {passwordMinLength} characters. A sentence is fine.', {
            passwordMinLength: link.passwordMinLength,
          })}
          error={error}
          name="password"
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setError(undefined)
          }}
        />
        <Button type="submit" look="primary" size="large" busy={busy} busyLabel={say('Signing in...')}>
          {say('Save password and sign in')}
        </Button>
      </form>
    </>
  )
}
