import { useQuery } from '@tanstack/react-query'
import { roleLabel } from '../../shared/permissions.ts'
import type { RequestList } from '../../shared/requests.ts'
import type { Profile } from '../../shared/users.ts'
import { instantDay, nearDay } from '../requests/dates.ts'
import { count } from '../ui/count.ts'
import { useSessions } from './api.ts'

export function AccountSummary({ profile }: { profile: Profile }) {
  const created = useQuery<RequestList>({ queryKey: ['/api/requests?requester=me&limit=1'] }).data
  const completed = useQuery<RequestList>({ queryKey: ['/api/requests?requester=me&status=completed&limit=1'] }).data
  const sessions = useSessions().data
  return (
    <section className="card" aria-labelledby="summary">
      <header className="ln">
        <h2 id="summary">Account Summary</h2>
      </header>
      <dl className="kv pad">
        <dt>Role</dt>
        <dd className="m">{roleLabel(profile.role)}</dd>
        <dt>Member since</dt>
        <dd>{instantDay(profile.createdAt)}</dd>
        <dt>Last sign-in</dt>
        <dd>{profile.lastLogin ? nearDay(profile.lastLogin) : 'Not yet'}</dd>
        {sessions && (
          <>
            <dt>Signed in on</dt>
            <dd>{sessions.length === 1 ? '1 device' : `${sessions.length} devices`}</dd>
          </>
        )}
        {created && completed && (
          <>
            <dt>Requests</dt>
            <dd>
              {count(created.total)} created, {count(completed.total)} completed
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
