import './profile.css'
import { useQuery } from '@tanstack/react-query'
import type { Profile } from '../../shared/users.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { AccountSummary } from './AccountSummary.tsx'
import { PROFILE } from './api.ts'
import { PersonalInformation } from './PersonalInformation.tsx'
import { SecuritySettings } from './SecuritySettings.tsx'
import { Sessions } from './Sessions.tsx'

export default function ProfilePage() {
  const { data: profile, error, refetch, isFetching } = useQuery<Profile>({ queryKey: [PROFILE] })
  return (
    <>
      <PageHead title="Profile" />
      <div className="profile">
        <div className="stack">
          {error && !profile && (
            <ErrorNote
              title="Failed to load profile information"
              error={error}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          )}
          {profile && <PersonalInformation profile={profile} />}
          {!profile && !error && (
            <section className="card pad">
              <Loading>
                <div className="stack">
                  <Skeleton width="40%" />
                  <Skeleton height={44} />
                  <Skeleton height={44} />
                </div>
              </Loading>
            </section>
          )}
          <SecuritySettings username={profile?.username} />
        </div>
        <div className="stack">
          {profile && <AccountSummary profile={profile} />}
          <Sessions />
        </div>
      </div>
    </>
  )
}
