import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { roleLabel } from '../../../shared/permissions.ts'
import type { RequestList } from '../../../shared/request-list.ts'
import type { Profile } from '../../../shared/users.ts'
import { say } from '../../../shared/texts/say.ts'
import { instantDay, nearDay } from '../../ui/formats/dates.ts'
import { count } from '../../ui/count.ts'
import { useSessions } from './api.ts'

function useOwnRequests(filter = ''): UseQueryResult<RequestList> {
  return useQuery<RequestList>({ queryKey: [`/api/requests?requester=me${filter}&limit=1`] })
}

function totalOf({ total, exact }: RequestList): string {
  return exact ? count(total) : say('more than {total, number}', { total })
}

/** A value with queries of its own; a failure is shown and can be retried. */
function Read({ queries, children }: { queries: UseQueryResult[]; children: string | undefined }) {
  if (children !== undefined) return children
  if (queries.some(({ data, isPaused }) => data === undefined && isPaused))
    return <span className="muted">{say('Not loaded')}</span>
  if (!queries.some((query) => query.isError)) return <span className="muted">{say('Loading…')}</span>
  return (
    <>
      {say('Could not be loaded')}{' '}
      <button type="button" className="link-button" onClick={() => queries.forEach((query) => void query.refetch())}>
        {say('Try again')}
      </button>
    </>
  )
}

export function AccountSummary({ profile }: { profile: Profile }) {
  const created = useOwnRequests()
  const completed = useOwnRequests('&status=completed')
  const sessions = useSessions()
  return (
    <section className="card" aria-labelledby="summary">
      <header className="lined">
        <h2 id="summary">{say('Account Summary')}</h2>
      </header>
      <dl className="key-values padded">
        <dt>{say('Role')}</dt>
        <dd className="medium">{roleLabel(profile.role, profile.roleName)}</dd>
        <dt>{say('Member since')}</dt>
        <dd>{instantDay(profile.createdAt)}</dd>
        <dt>{say('Last sign-in')}</dt>
        <dd>{profile.lastLogin ? nearDay(profile.lastLogin) : say('Not yet')}</dd>
        {/* One browser may hold several, so they are not called devices. */}
        <dt>{say('Open sessions')}</dt>
        <dd>
          <Read queries={[sessions]}>{sessions.data && count(sessions.data.length)}</Read>
        </dd>
        <dt>{say('Your requests')}</dt>
        <dd>
          <Read queries={[created, completed]}>
            {created.data &&
              completed.data &&
              say('{created} created, {completed} of them completed', {
                created: totalOf(created.data),
                completed: totalOf(completed.data),
              })}
          </Read>
        </dd>
      </dl>
    </section>
  )
}
