import styles from './profile.module.css'
import type { ReactNode } from 'react'
import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import type { Profile } from '../../../shared/users.ts'
import { say } from '../../../shared/texts/say.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { PREFERENCES_PAGE } from '../../notices/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { AccountSummary } from './AccountSummary.tsx'
import { PROFILE } from './api.ts'
import { PersonalInformation } from './PersonalInformation.tsx'
import { SecuritySettings } from './SecuritySettings.tsx'
import { Sessions } from './Sessions.tsx'

/** A card with placeholders for its content. */
function Awaited({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card">
      <header className="lined">
        <h2>{title}</h2>
      </header>
      <div className="padded">
        <Loading>
          <div className="stack gap-2">{children}</div>
        </Loading>
      </div>
    </section>
  )
}

export default function ProfilePage() {
  // Administrators change it too.
  const query = useQuery<Profile>({ queryKey: [PROFILE], refetchOnMount: 'always' })
  const { data: profile, error } = query
  const isMissing = !profile && !error && query.isPaused
  const isLoading = !profile && !error && !query.isPaused
  return (
    <>
      <PageHead
        title={say('Profile')}
        actions={
          <Link to={PREFERENCES_PAGE} className={buttonClass()}>
            <Icon of={Bell} />
            {say('Notification preferences')}
          </Link>
        }
      />
      <div className={styles.profile}>
        <div className="stack">
          {error && !profile && <ReadError title={say('Failed to load profile information')} query={query} />}
          {profile && <PersonalInformation profile={profile} />}
          {isMissing && <NotLoaded what={say('Your profile was not loaded')} />}
          {isLoading && (
            <Awaited title={say('Personal Information')}>
              <Skeleton height={154} />
            </Awaited>
          )}
          <SecuritySettings username={profile?.username} />
        </div>
        <div className="stack">
          {profile && <AccountSummary profile={profile} />}
          {isLoading && (
            <Awaited title={say('Account Summary')}>
              {[64, 46, 58, 52, 60].map((width) => (
                <Skeleton key={width} width={`${width}%`} height={20} />
              ))}
            </Awaited>
          )}
          <Sessions />
        </div>
      </div>
    </>
  )
}
