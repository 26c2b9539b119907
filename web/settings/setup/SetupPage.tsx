import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { CircleAlert } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { SetupState } from '../../../shared/setup.ts'
import { say } from '../../../shared/texts/say.ts'
import { ApiError } from '../../client/api-error.ts'
import { post } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { SignInLayout } from '../../people/sign-in/SignInLayout.tsx'
import { Note } from '../../ui/Note.tsx'
import { SetupSteps } from './SetupSteps.tsx'
import { classes } from '../../ui/classes.ts'
import { AdministratorForm } from './AdministratorForm.tsx'
import styles from '../../people/sign-in/login.module.css'

/** Opened by the link that the first start of an empty office prints. */
export default function SetupPage() {
  const token = useLocation().hash.slice(1)
  const [isCreated, setCreated] = useState(false)
  const session = useSession()
  if (isCreated) return <SetupSteps />
  return (
    <SignInLayout>
      <h1 className="h-24">{say('Set up')}</h1>
      <p className={classes('soft', styles.lead)}>
        {say('Create the first administrator of this office. Its name, departments and people come next.')}
      </p>
      {token === '' ? (
        <Note tone="amber" icon={CircleAlert} title={say('This link is incomplete')}>
          <p>{say('Open the full link that the program printed when it started.')}</p>
        </Note>
      ) : (
        <ValidLink key={token} token={token}>
          {(minLength) => (
            <AdministratorForm
              token={token}
              minLength={minLength}
              onCreated={() => flushSync(() => setCreated(true))}
            />
          )}
        </ValidLink>
      )}
      <p className={classes('text-13 soft', styles.note)}>
        {session ? (
          <>
            You are signed in: <Link to="/dashboard">{say('go to the dashboard')}</Link>. A checklist there has what is
            left to do.
          </>
        ) : (
          <>
            Already set up? <Link to="/login">{say('Sign in')}</Link>
          </>
        )}
      </p>
    </SignInLayout>
  )
}

interface ValidLinkProps {
  token: string
  children: (minLength: number | undefined) => ReactNode
}

/** Hides the form if the link was used or is outdated. If that cannot be read, the submission is refused instead. */
function ValidLink({ token, children }: ValidLinkProps) {
  const { data, error, isPending } = useQuery<SetupState>({
    // The token stays out of the query key, which is a URL elsewhere.
    queryKey: ['setup-link'],
    queryFn: () => post('/api/setup/open', { token }, { keepSessionOn401: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (isPending) return null
  if (error instanceof ApiError && error.code === 'not-allowed') {
    return (
      <Note tone="amber" icon={CircleAlert} title={say('This link no longer works')} role="alert">
        <p>{error.sentence}</p>
      </Note>
    )
  }
  if (data?.open !== false) return children(data?.passwordMinLength)
  return (
    <Note tone="amber" icon={CircleAlert} title={say('This link was used already')} role="alert">
      <p>{say('This office has an administrator, so the link no longer works.')}</p>
    </Note>
  )
}
