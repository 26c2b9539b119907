import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useNavigate } from 'react-router'
import { fullName } from '../../shared/people.ts'
import type { OpenedLink } from '../../shared/account-links.ts'
import type { SignIn } from '../../shared/users.ts'
import { ApiError } from '../client/api-error.ts'
import { post } from '../client/api.ts'
import { prefetchWhenIdle } from '../client/query.ts'
import { startSession, useSession } from '../client/session.ts'
import { refusalsIn, sentenceOf } from '../errors/words.ts'
import { SignInLayout } from '../login/SignInLayout.tsx'
import styles from '../login/login.module.css'
import { PasswordField } from '../login/PasswordField.tsx'
import { signOut } from '../client/sign-out.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { focusFirstInvalid } from '../ui/first-invalid.ts'
import { Note } from '../ui/Note.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'

/** Opened by a one-time link with its secret behind the #: an invitation, or a password reset. */
export default function InvitationPage() {
  const { hash, pathname } = useLocation()
  const token = hash.slice(1)
  const isInvitation = pathname.startsWith('/invitation')
  return (
    <SignInLayout>
      <h1 className="h-24">{isInvitation ? 'Invitation' : 'New password'}</h1>
      {token === '' ? (
        <Note tone="amber" icon={CircleAlert} title="This link is incomplete">
          <p>Open the full link that your administrator gave you.</p>
        </Note>
      ) : (
        <OpenLink token={token} />
      )}
      <p className={classes('text-13 soft', styles.note)}>
        Do you have a password? <Link to="/login">Sign in</Link>
      </p>
    </SignInLayout>
  )
}

function OpenLink({ token }: { token: string }) {
  const session = useSession()
  const [isUsed, setUsed] = useState(false)
  const link = useQuery<OpenedLink>({
    // The secret stays out of the query key, which is a URL elsewhere. The user's id makes it refetch after signing out.
    queryKey: ['opened link', session?.user.id ?? null],
    queryFn: () => post('/api/account-links/open', { token }, { keepSessionOn401: true }),
    // Signing in clears the cache: a link that was just used must not be refetched.
    enabled: !isUsed,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (link.isPending || isUsed) return <Loading label="Checking the link">{null}</Loading>
  if (link.error instanceof ApiError && link.error.code === 'link-for-another')
    return <SignedInAlready sentence={link.error.sentence} />
  if (!link.data) return <Refused error={link.error} />
  if (session) {
    const whose = `${fullName(link.data)} (${link.data.username})`
    return <SignedInAlready sentence={`You are signed in as ${fullName(session.user)}. This link is for ${whose}.`} />
  }
  return <PasswordForm token={token} link={link.data} onUsed={() => flushSync(() => setUsed(true))} />
}

function Refused({ error }: { error: unknown }) {
  return (
    <Note tone="amber" icon={CircleAlert} title="This link no longer works" role="alert">
      <p>{sentenceOf(error)}</p>
    </Note>
  )
}

function SignedInAlready({ sentence }: { sentence: string }) {
  return (
    <>
      <p className={classes('soft', styles.lead)} role="alert">
        {sentence}
      </p>
      <Button look="primary" size="large" onClick={signOut}>
        Sign out and continue
      </Button>
    </>
  )
}

interface PasswordFormProps {
  token: string
  link: OpenedLink
  onUsed: () => void
}

function PasswordForm({ token, link, onUsed }: PasswordFormProps) {
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
    if (password === '') return refuse('Password is required')
    setBusy(true)
    try {
      const answer = await post<SignIn>('/api/account-links/use', { token, password }, { keepSessionOn401: true })
      onUsed()
      startSession(answer)
      prefetchWhenIdle()
      toast({ title: 'Login successful', description: `Welcome, ${answer.user.firstName}!`, tone: 'good' })
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
          ? `Welcome, ${link.firstName}. Choose a password for your account.`
          : `Choose a new password, ${link.firstName}. You are signed out everywhere else then.`}
      </p>
      <form ref={form} className="stack" onSubmit={(event) => void submit(event)} noValidate>
        {failure !== null && <Note tone="red" icon={CircleAlert} title={failure} role="alert" />}
        <p>
          Your username is <b>{link.username}</b>.
        </p>
        <input type="hidden" name="username" autoComplete="username" value={link.username} />
        <PasswordField
          label="Password"
          hint={`At least ${link.passwordMinLength} characters. A sentence is fine.`}
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
        <Button type="submit" look="primary" size="large" busy={busy} busyLabel="Signing in...">
          Save password and sign in
        </Button>
      </form>
    </>
  )
}
