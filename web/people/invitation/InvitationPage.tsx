import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { fullName } from '../../../shared/people.ts'
import type { OpenedLink } from '../../../shared/account-links.ts'
import { say } from '../../../shared/texts/say.ts'
import { sayNodes } from '../../ui/say-nodes.ts'
import { ApiError } from '../../client/api-error.ts'
import { post } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { SignInLayout } from '../sign-in/SignInLayout.tsx'
import { signOut } from '../../client/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Note } from '../../ui/Note.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import styles from '../sign-in/login.module.css'

/** Opened by a one-time link with its secret behind the #: an invitation, or a password reset. */
export default function InvitationPage() {
  const { hash, pathname } = useLocation()
  const token = hash.slice(1)
  const isInvitation = pathname.startsWith('/invitation')
  return (
    <SignInLayout>
      <h1 className="h-24">{isInvitation ? say('Invitation') : say('New password')}</h1>
      {token === '' ? (
        <Note tone="amber" icon={CircleAlert} title={say('This link is incomplete')}>
          <p>{say('Open the full link that your administrator gave you.')}</p>
        </Note>
      ) : (
        <OpenLink key={token} token={token} />
      )}
      <p className={classes('text-13 soft', styles.note)}>
        {sayNodes('Do you have a password? {link}', { link: <Link to="/login">{say('Sign in')}</Link> })}
      </p>
    </SignInLayout>
  )
}

function OpenLink({ token }: { token: string }) {
  const session = useSession()
  const id = useId()
  const [isUsed, setUsed] = useState(false)
  const link = useQuery<OpenedLink>({
    // The secret stays out of the query key, which is a URL elsewhere: the component's id stands for it. The user's id makes
    // it refetch after signing out.
    queryKey: ['opened-link', id, session?.user.id ?? null],
    queryFn: () => post('/api/account-links/open', { token }, { keepSessionOn401: true }),
    // Signing in clears the cache: a link that was just used must not be refetched.
    enabled: !isUsed,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (link.isPending || isUsed) return <Loading label={say('Checking the link')}>{null}</Loading>
  if (link.error instanceof ApiError && link.error.code === 'link-for-another')
    return <SignedInAlready sentence={link.error.sentence} />
  if (!link.data && isRefusal(link.error)) return <Refused sentence={link.error.sentence} />
  if (!link.data) return <ReadError title={say('The link could not be checked')} query={link} />
  if (session) {
    const whose = `${fullName(link.data)} (${link.data.username})`
    return (
      <SignedInAlready
        sentence={say('You are signed in as {name}. This link is for {whose}.', {
          name: fullName(session.user),
          whose,
        })}
      />
    )
  }
  return <PasswordForm token={token} link={link.data} onUsed={() => flushSync(() => setUsed(true))} />
}

/** Whether the server has checked the link: any other failure says nothing about it. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

function Refused({ sentence }: { sentence: string }) {
  return (
    <Note tone="amber" icon={CircleAlert} title={say('This link no longer works')} role="alert">
      <p>{sentence}</p>
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
        {say('Sign out and continue')}
      </Button>
    </>
  )
}
