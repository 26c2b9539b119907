import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Outlooks } from '../../../shared/outlook.ts'
import { basisInWords, shortFinish, turnInWords } from '../../../shared/outlook-words.ts'
import { OPEN_FILTER, STATUSES } from '../../../shared/request-rules.ts'
import { upperFirst } from '../../../shared/wording.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { officeToday, unbrokenDates } from '../../ui/formats/dates.ts'
import { dueWords } from '../../ui/formats/due-words.ts'
import { count } from '../../ui/count.ts'
import { LOW, PHONE, useMedia } from '../../ui/media.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { usePrintTime } from '../../ui/print-time.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { StatusGlyph } from '../../requests/common/badges.tsx'
import { RequestLink } from '../../requests/common/RequestLink.tsx'
import styles from './outlook.module.css'

const FIRST_SHOWN = 5
const LOW_SHOWN = 2
const MAX_SHOWN = 20

/** The person's open requests: queue position, next actor and likely finish of each. Nothing where there are none. */
export function OwnOpenRequests() {
  const [all, setAll] = useState(false)
  const query = useQuery<Outlooks>({
    queryKey: [`/api/dashboard/outlooks?limit=${all ? MAX_SHOWN : FIRST_SHOWN}`],
    placeholderData: keepPreviousData,
  })
  // A low window or a phone reserves its height for the list below. Paper has space.
  const isLow = useMedia(LOW)
  const isPhone = useMedia(PHONE)
  const isPrinted = usePrintTime() !== null
  const few = isPrinted ? FIRST_SHOWN : isPhone ? 1 : isLow ? LOW_SHOWN : FIRST_SHOWN
  const { data, isPaused, isPlaceholderData } = query
  if (data?.total === 0) return null
  if (!data) return <Frame>{waitingFor(query, few)}</Frame>
  const { total, requests } = data
  const shown = requests.slice(0, all ? MAX_SHOWN : few)
  const more = total > few && (
    <button type="button" className="link-button" aria-expanded={all} onClick={() => setAll(!all)}>
      {all ? 'Show fewer' : 'Show more'}
    </button>
  )
  const isMissingSome = isPlaceholderData && requests.length < Math.min(total, MAX_SHOWN)
  return (
    <Frame open={total} printed={isPrinted ? shown.length : total} more={more}>
      <ul className={styles.own} aria-busy={isPlaceholderData && !isPaused}>
        {shown.map((one) => (
          <OwnRequest key={one.id} of={one} />
        ))}
      </ul>
      {isMissingSome && isPaused && <NotLoaded what="More of your requests were not loaded" />}
      {(few === FIRST_SHOWN || all) && <Basis of={data} />}
      {all && total > MAX_SHOWN && (
        <footer>
          <Link to={`/requests?requester=me&status=${OPEN_FILTER}`}>All {count(total)} in the list</Link>
        </footer>
      )}
    </Frame>
  )
}

interface FrameProps {
  open?: number
  /** how many of them stand on the paper, which has no button for the others */
  printed?: number
  more?: ReactNode
  children: ReactNode
}

function Frame({ open = 0, printed = open, more, children }: FrameProps) {
  return (
    <section aria-labelledby="own-open" data-figures>
      <div className="card">
        <header className="lined">
          <h2 id="own-open">Your open requests</h2>
          {open > 0 && (
            <span className="text-12 muted grow">
              {count(open)} open{printed < open && `, the first ${printed} of them here`}
            </span>
          )}
          {more}
        </header>
        {children}
      </div>
    </section>
  )
}

interface Waiting {
  isPaused: boolean
  isError: boolean
  error: unknown
  isFetching: boolean
  refetch(): unknown
}

function waitingFor(query: Waiting, few: number) {
  if (query.isPaused) return <NotLoaded what="Your open requests were not loaded" />
  if (query.isError) return <ReadError title="Failed to fetch your open requests" query={query} />
  return (
    <Loading label="Loading your open requests">
      <div className="padded stack">
        <Skeleton width="60%" />
        {few > 1 && (
          <>
            <Skeleton width="80%" />
            <Skeleton width="70%" />
          </>
        )}
      </div>
    </Loading>
  )
}

/** Basis of the forecasts, shown once because it is the same for all. The folded card leaves it to the details. */
function Basis({ of: { requests } }: { of: Outlooks }) {
  const text = requests[0] ? basisInWords(requests[0].outlook) : ''
  return text === '' ? null : <p className={`${styles.basis} text-12 muted`}>{text}</p>
}

function OwnRequest({ of }: { of: Outlooks['requests'][number] }) {
  const { id, requestId, title, status, outlook } = of
  const { date, note } = dueWords({ status, dueDate: outlook.dueDate, completedAt: null })
  return (
    <li>
      <span title={STATUSES[status]}>
        <StatusGlyph status={status} toned />
      </span>
      <div>
        <RequestLink id={id} className={styles.title} title={title}>
          <bdi>{title}</bdi>
        </RequestLink>
        <p className="text-12 muted">
          <span className="request-id">{requestId}</span> ·{' '}
          <span className={note?.late ? styles.late : undefined}>
            Due {unbrokenDates(date)}
            {note && `, ${note.text}`}
          </span>{' '}
          · <bdi>{turnInWords(outlook)}</bdi>
        </p>
      </div>
      <span className={styles.finish}>{unbrokenDates(upperFirst(shortFinish(outlook, officeToday())))}</span>
    </li>
  )
}
