import { useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { daysBetween } from '../../shared/dates.ts'
import { ErrorNote } from '../ui/errors/ErrorNote.tsx'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { dateWords, officeToday } from '../ui/formats/dates.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { count } from '../ui/count.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { useClosePopover } from '../ui/Popover.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import type { Show } from './api.ts'
import { NoticeRow } from './NoticeRow.tsx'
import { PREFERENCES_PAGE } from './paths.ts'
import { useNoticeList } from './use-notice-list.ts'
import { useRowKeys } from './use-row-keys.ts'
import styles from './notices.module.css'

interface NoticeListProps {
  show: Show
  /** shows another tab */
  onShow: (show: Show) => void
}

/** The notices of a tab, by day. */
export function NoticeList({ show, onShow }: NoticeListProps) {
  const query = useNoticeList(show)
  const { notices, arrived, isPaused, error } = query
  const box = useRef<HTMLDivElement>(null)
  const current = useRowKeys(box, notices)
  if (!notices) {
    if (isPaused) return <NotLoaded what="Your notifications were not loaded" />
    if (error) return <ReadError title="Failed to fetch your notifications" query={query} />
    return <Placeholder />
  }
  const readNew = () => void query.refetch().then(() => box.current?.closest('[role=tabpanel]')?.scrollTo({ top: 0 }))
  return (
    <div ref={box}>
      {arrived > 0 && (
        <div className={styles.arrived}>
          <Button size="small" busy={query.isRefetching} onClick={readNew}>
            Show {count(arrived)} new
          </Button>
        </div>
      )}
      {notices.length === 0 && arrived === 0 && <Empty show={show} onShow={onShow} />}
      {[...Map.groupBy(notices, ({ at }) => officeToday(new Date(at)))].map(([day, ofDay]) => (
        <Day key={day} day={day}>
          {ofDay.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} isCurrent={notice.id === current} />
          ))}
        </Day>
      ))}
      <More query={query} />
    </div>
  )
}

function Day({ day, children }: { day: string; children: ReactNode }) {
  const days = daysBetween(day, officeToday())
  const words = ['Today', 'Yesterday'][days] ?? dateWords(day)
  return (
    <section aria-label={words}>
      <h3 className={styles.day}>{words}</h3>
      <ul className={styles.rows}>{children}</ul>
    </section>
  )
}

function More({ query }: { query: ReturnType<typeof useNoticeList> }) {
  if (!query.hasNextPage) return null
  const more = () => void query.fetchNextPage()
  if (query.isFetchNextPageError)
    return (
      <ErrorNote
        title="Failed to fetch more notifications"
        error={query.error}
        onRetry={more}
        retrying={query.isFetchingNextPage}
      />
    )
  return (
    <div className={styles.more}>
      <Button size="small" busy={query.isFetchingNextPage} onClick={more}>
        Show more
      </Button>
    </div>
  )
}

function Empty({ show, onShow }: NoticeListProps) {
  const close = useClosePopover()
  const preferences = (
    <Link to={PREFERENCES_PAGE} className={buttonClass('secondary', 'small')} onClick={close}>
      Choose what you are notified of
    </Link>
  )
  if (show === 'unread')
    return (
      <EmptyState
        title="You are up to date"
        level={3}
        actions={
          <Button size="small" onClick={() => onShow('all')}>
            Show all notifications
          </Button>
        }
      >
        New notifications appear here.
      </EmptyState>
    )
  if (show === 'mentions')
    return (
      <EmptyState picture="talk" title="Nobody has mentioned you" level={3} actions={preferences}>
        Comments that mention you or ask you something appear here.
      </EmptyState>
    )
  return (
    <EmptyState title="No notifications yet" level={3} actions={preferences}>
      You are notified of requests that you asked for, work on, commented on or watch.
    </EmptyState>
  )
}

function Placeholder() {
  return (
    <Loading label="Loading your notifications">
      {['72%', '58%', '80%', '64%'].map((width) => (
        <div key={width} className={styles.placeholder}>
          <Skeleton width={32} height={32} />
          <span className="stack gap-2">
            <Skeleton width={width} />
            <Skeleton width="40%" height={10} />
          </span>
        </div>
      ))}
    </Loading>
  )
}
