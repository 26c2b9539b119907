import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Outlook } from '../../../shared/outlook.ts'
import { basisInWords, finishInWords, sinceInWords, stepInWords, turnInWords } from '../../../shared/outlook-words.ts'
import { isOpen } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { dateWords, officeToday, unbrokenDates } from '../../ui/formats/dates.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { outlookOptions } from '../../requests/common/api.ts'
import { RequestLink } from '../../requests/common/RequestLink.tsx'
import styles from './outlook.module.css'

const TITLE = 'Where it stands'

/** Queue position, next actor and likely finish of an open request; nothing for a closed one. */
export function OutlookPart({ request, level }: { request: ServiceRequest; level: 2 | 3 }) {
  const open = isOpen(request.status)
  const query = useQuery({ ...outlookOptions(request.id), enabled: open })
  const Heading = `h${level}` as const
  if (!open || query.data?.kind === 'closed') return null
  return (
    <section className={styles.part}>
      <Heading className="h-14">{TITLE}</Heading>
      {query.data ? (
        <Facts outlook={query.data} />
      ) : query.isPaused ? (
        <NotLoaded what="Where the request stands was not loaded" />
      ) : query.isError ? (
        <ReadError title="Failed to fetch where it stands" query={query} />
      ) : (
        <Loading label="Loading where it stands">
          <div className="stack gap-2">
            <Skeleton width="90%" />
            <Skeleton width="60%" />
            <Skeleton width="95%" />
            <Skeleton width="85%" />
          </div>
        </Loading>
      )}
    </section>
  )
}

type Open = Extract<Outlook, { kind: 'open' }>

function Facts({ outlook }: { outlook: Open }) {
  const today = officeToday()
  return (
    <div className="stack gap-2">
      <p className="medium">
        <bdi>{turnInWords(outlook)}</bdi>
      </p>
      <p className="text-13 soft">{unbrokenDates(sinceInWords(outlook, today))}</p>
      <p className="text-13 soft">{stepInWords(outlook)}</p>
      <p className="text-13">{unbrokenDates(finishInWords(outlook, today))}</p>
      <Basis of={outlook} />
      {outlook.alike.length > 0 && <Alike alike={outlook.alike} />}
    </div>
  )
}

function Basis({ of }: { of: Open }) {
  const text = basisInWords(of)
  return text === '' ? null : <p className="text-13 soft">{text}</p>
}

function Alike({ alike }: Pick<Open, 'alike'>) {
  const [isShown, setIsShown] = useState(false)
  const list = useId()
  const name = alike.length === 1 ? 'a comparable request' : `${alike.length} comparable requests`
  return (
    <div className="text-13">
      <button
        type="button"
        className="link-button"
        aria-expanded={isShown}
        aria-controls={list}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'} {name}
      </button>
      <ul id={list} hidden={!isShown} className={styles.alike} aria-label="Comparable finished requests">
        {alike.map(({ id, requestId, title, days, finishedOn }) => (
          <li key={id}>
            <RequestLink id={id}>
              <span className="request-id">{requestId}</span> <bdi>{title}</bdi>
            </RequestLink>{' '}
            <span className="muted">
              {daysWords(days)}, finished {dateWords(finishedOn)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function daysWords(days: number): string {
  const whole = Math.max(1, Math.ceil(days))
  return `${formatNumber(whole)} working ${whole === 1 ? 'day' : 'days'}`
}
