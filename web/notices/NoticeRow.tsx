import { useMutation } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useId, useState } from 'react'
import type { Notice } from '../../shared/notices.ts'
import { ErrorNote } from '../ui/errors/ErrorNote.tsx'
import { agoWords, clockTime, fullInstant } from '../ui/formats/dates.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import { markNotices } from './api.ts'
import { NoticeOptions } from './NoticeOptions.tsx'
import { NoticePicture } from './NoticePicture.tsx'
import { NoticeSentence } from './NoticeSentence.tsx'
import { plainSentence, quoteOf, reasonsOf } from './notice-words.ts'
import styles from './notices.module.css'

const HOURS_AGO = 6
const HOUR_MS = 3_600_000
const OPTIONS = 'Why you got this, and options'

interface NoticeRowProps {
  notice: Notice
  /** Whether Tab comes to this row; the arrow keys go to the others. */
  isCurrent: boolean
}

/** One notice: what happened, why its reader got it, and what to do about it. */
export function NoticeRow({ notice, isCurrent }: NoticeRowProps) {
  const { id, readAt } = notice
  const [isOpen, setOpen] = useState(false)
  const sentence = useId()
  const marking = useMutation({ mutationFn: (isRead: boolean) => markNotices({ ids: [id] }, isRead) })
  const isUnread = readAt === null
  const tabIndex = isCurrent ? 0 : -1
  const toggleWords = isUnread ? 'Mark as read' : 'Mark as unread'
  return (
    <li
      data-notice={id}
      // The row itself takes the focus, so that one key goes through the notices whatever controls they have.
      tabIndex={tabIndex}
      aria-labelledby={sentence}
      className={classes(styles.row, isUnread && styles.unread)}
    >
      <button
        type="button"
        className={styles.dot}
        aria-label={toggleWords}
        title={toggleWords}
        aria-describedby={sentence}
        tabIndex={tabIndex}
        // A double click would mark it back.
        onClick={(event) => event.detail < 2 && marking.mutate(isUnread)}
      />
      <NoticePicture notice={notice} />
      <div className={styles.words}>
        <p id={sentence}>
          {isUnread && <span className="visually-hidden">Unread: </span>}
          <NoticeSentence notice={notice} tabIndex={tabIndex} onOpen={() => isUnread && marking.mutate(true)} />
        </p>
        <Quote of={notice} />
        <p className={styles.why}>
          <time dateTime={notice.at} title={fullInstant(notice.at)}>
            {timeWords(notice.at)}
          </time>{' '}
          · {reasonsOf(notice)[0] ?? 'for you'}
        </p>
        {marking.isError && <ErrorNote title="It was not marked" error={marking.error} />}
        {isOpen && <NoticeOptions notice={notice} />}
      </div>
      {/* Without a tooltip, which would take the first Escape from the panel. */}
      <Button
        look="quiet"
        size="small"
        className="icon-only"
        aria-label={OPTIONS}
        title={OPTIONS}
        aria-describedby={sentence}
        aria-expanded={isOpen}
        tabIndex={tabIndex}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={Ellipsis} />
      </Button>
    </li>
  )
}

function Quote({ of }: { of: Notice }) {
  const quote = quoteOf(of)
  if (quote === null || plainSentence(of).includes(quote)) return null
  return (
    <p className={styles.quote}>
      <bdi>{quote}</bdi>
    </p>
  )
}

/** Near instants by their distance, others by the clock: the day stands above. */
function timeWords(at: string, now = Date.now()): string {
  return now - Date.parse(at) < HOURS_AGO * HOUR_MS ? agoWords(at) : clockTime(at)
}
