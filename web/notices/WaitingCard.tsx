import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CircleDashed, MessageSquare, TriangleAlert, type LucideIcon } from 'lucide-react'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { classes } from '../ui/classes.ts'
import { count } from '../ui/count.ts'
import { Icon } from '../ui/Icon.tsx'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { useOpenRequest } from '../requests/common/use-open-request.ts'
import { Link } from 'react-router'
import { waitingOptions } from './api.ts'
import { type WaitingItem, waitingWords } from './waiting-words.ts'
import styles from './waiting.module.css'

const TITLE = 'Waiting for me'

/** What waits for the person, most pressing first. */
export function WaitingCard() {
  const query = useQuery(waitingOptions)
  const { data } = query
  const isEmpty = data?.total === 0
  return (
    <section className={classes('card', styles.card)} aria-labelledby="waiting">
      <header className={isEmpty ? undefined : 'lined'}>
        <h2 id="waiting">{TITLE}</h2>
        {data && <span className="text-12 muted grow">{countWords(data.total, data.items.length)}</span>}
      </header>
      {!data && <Missing query={query} />}
      {data && !isEmpty && (
        <ul className={styles.items}>
          {data.items.map((item) => (
            <Item key={`${item.code} ${item.requestId} ${item.at}`} item={item} />
          ))}
        </ul>
      )}
    </section>
  )
}

function countWords(total: number, listed: number): string {
  if (total === 0) return 'Nothing waits for you at the moment'
  return total > listed ? `the first ${listed} of ${count(total)}` : count(total)
}

function Missing({
  query,
}: {
  query: Parameters<typeof ReadError>[0]['query'] & { isPaused: boolean; isError: boolean }
}) {
  if (query.isPaused) return <NotLoaded what="What waits for you was not loaded" />
  if (query.isError) return <ReadError title="Failed to fetch what waits for you" query={query} />
  return (
    <Loading label="Loading what waits for you">
      <div className="padded stack">
        <Skeleton width="60%" />
        <Skeleton width="80%" />
      </div>
    </Loading>
  )
}

const ICONS: Partial<Record<string, LucideIcon>> = {
  question: MessageSquare,
  overdue: TriangleAlert,
  'due-soon': CalendarClock,
}

function Item({ item }: { item: WaitingItem }) {
  const { code, requestId, title, excerpt, commentId } = item
  const { link, warming } = useOpenRequest()
  return (
    <li>
      <Icon of={ICONS[code] ?? CircleDashed} />
      <div>
        <Link
          className={styles.title}
          title={excerpt ?? title}
          {...link(requestId, code === 'question' ? 'comments' : 'details', commentId)}
          {...warming(requestId)}
        >
          <bdi>{excerpt ?? title}</bdi>
        </Link>
        <p className={styles.about}>
          <span className="request-id">{requestId}</span> · {waitingWords(item)}
        </p>
      </div>
    </li>
  )
}
