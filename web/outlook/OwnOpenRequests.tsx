import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Outlooks } from '../../shared/outlook.ts'
import { basisInWords, shortFinish, turnInWords } from '../../shared/outlook-words.ts'
import { STATUSES } from '../../shared/request-rules.ts'
import { ReadError } from '../errors/ReadError.tsx'
import { officeToday } from '../formats/dates.ts'
import { count } from '../ui/count.ts'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { StatusGlyph } from '../vocabulary/badges.tsx'
import { RequestLink } from '../vocabulary/RequestLink.tsx'
import styles from './outlook.module.css'

const FEW = 5
const MOST = 20

/** The own open requests: place, whose turn it is, and when each is likely finished. Nothing where there are none. */
export function OwnOpenRequests() {
  const [all, setAll] = useState(false)
  const query = useQuery<Outlooks>({
    queryKey: [`/api/dashboard/outlooks?limit=${all ? MOST : FEW}`],
    placeholderData: keepPreviousData,
  })
  const { data, isPaused, isPlaceholderData } = query
  if (data?.total === 0) return null
  if (!data) return <Frame>{waitingFor(query)}</Frame>
  return (
    <Frame open={data.total}>
      <ul className={styles.own} aria-busy={isPlaceholderData && !isPaused}>
        {data.requests.slice(0, all ? MOST : FEW).map((one) => (
          <OwnRequest key={one.id} of={one} />
        ))}
      </ul>
      {isPaused && isPlaceholderData && <NotLoaded what="More of your requests were not loaded" />}
      <Basis of={data} />
      {data.total > FEW && (
        <footer>
          <button type="button" className="link-button" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : 'Show more'}
          </button>
          {data.total > MOST && (
            <Link to="/requests?requester=me&status=pending,in_progress">All {count(data.total)} in the list</Link>
          )}
        </footer>
      )}
    </Frame>
  )
}

function Frame({ open, children }: { open?: number; children: ReactNode }) {
  return (
    <section aria-labelledby="own-open" data-figures>
      <div className="card">
        <header className="lined">
          <h2 id="own-open">Your open requests</h2>
          {open !== undefined && <span className="text-12 muted">{count(open)} open</span>}
        </header>
        {children}
      </div>
    </section>
  )
}

function waitingFor(query: {
  isPaused: boolean
  isError: boolean
  error: unknown
  isFetching: boolean
  refetch(): unknown
}) {
  if (query.isPaused) return <NotLoaded what="Your open requests were not loaded" />
  if (query.isError) return <ReadError title="Failed to fetch your open requests" query={query} />
  return (
    <Loading label="Loading your open requests">
      <div className="padded stack">
        <Skeleton width="60%" />
        <Skeleton width="80%" />
        <Skeleton width="70%" />
      </div>
    </Loading>
  )
}

/** Once, since it is the same for all of them. */
function Basis({ of: { requests } }: { of: Outlooks }) {
  const text = requests[0] ? basisInWords(requests[0].outlook) : ''
  return text === '' ? null : <p className={`${styles.basis} text-12 muted`}>{text}</p>
}

function OwnRequest({ of }: { of: Outlooks['requests'][number] }) {
  const { id, requestId, title, status, outlook } = of
  return (
    <li>
      <span title={STATUSES[status]}>
        <StatusGlyph status={status} toned />
      </span>
      <div>
        <RequestLink id={id} className={styles.title}>
          <bdi>{title}</bdi>
        </RequestLink>
        <p className="text-12 muted">
          <span className="request-id">{requestId}</span> · <bdi>{turnInWords(outlook)}</bdi>
        </p>
      </div>
      <span className={styles.finish}>{unbroken(upperFirst(shortFinish(outlook, officeToday())))}</span>
    </li>
  )
}

/** A day stays with its month at the end of a line. */
const unbroken = (text: string) => text.replace(/(\d) (?=\p{Lu})/gu, '$1\u00a0')

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
