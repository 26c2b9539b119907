import { Calendar, MessageSquare, Paperclip, Pencil, Plus, Tag, User } from 'lucide-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useMemo, useRef, useState } from 'react'
import type { Status } from '../../../shared/requests.ts'
import type { Comment } from '../../../shared/comments.ts'
import type { HistoryEntry } from '../../../shared/request-history.ts'
import { say } from '../../../shared/texts/say.ts'
import { commentsOptions } from '../common/comments-api.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ShowEarlier } from '../common/ShowEarlier.tsx'
import { Timeline } from '../../ui/Timeline.tsx'
import { historyOptions } from '../common/api.ts'
import { STATUS_TONES, StatusGlyph } from '../common/badges.tsx'
import { nearInstant } from '../../ui/formats/dates.ts'
import { DiffText } from '../common/DiffText.tsx'
import { eventWords, type EventKind, type EventWords } from '../common/history-words.ts'
import { LinkedText } from '../common/LinkedText.tsx'
import { diffWords } from '../common/word-diff.ts'
import styles from './details.module.css'

const ICONS = {
  created: Plus,
  commented: MessageSquare,
  document: Paperclip,
  due: Calendar,
  person: User,
  text: Pencil,
  kind: Tag,
} as const
const isStatus = (kind: EventKind): kind is Status => kind in STATUS_TONES

function glyphOf(kind: EventKind) {
  if (isStatus(kind)) return <StatusGlyph status={kind} />
  const Drawing = ICONS[kind]
  return <Drawing size={12} strokeWidth={1.5} absoluteStrokeWidth />
}

/** Two whole descriptions do not fit on a line: shown on demand, with the changed words marked. */
function LongChange({ before, after }: { before: string; after: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="link-button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {open ? say('Hide the change') : say('Show the change')}
      </button>
      {open && <Change id={id} before={before} after={after} />}
    </>
  )
}

/** Diffing long texts takes a moment, and a history may have many: only an opened one is diffed. */
function Change({ id, before, after }: { id: string; before: string; after: string }) {
  const { one, other } = useMemo(() => diffWords(before, after), [before, after])
  return (
    <span id={id} className={styles.longChange}>
      <b>{say('Before')}</b>
      <DiffText pieces={one} as="del" />
      <b>{say('After')}</b>
      <DiffText pieces={other} as="ins" />
    </span>
  )
}

function detailOf(event: EventWords, quote: string | undefined) {
  if (quote !== undefined)
    return (
      <span className={styles.quote} dir="auto">
        “{quote}”
      </span>
    )
  if (event.old === null && event.new === null) return null
  const [before, after] = [event.old ?? say('None'), event.new ?? say('None')]
  const long = before.length + after.length > 200 || /\n/.test(before + after)
  if (long) return <LongChange before={before} after={after} />
  return (
    <>
      <bdi>{before}</bdi> <span aria-label="became">→</span> <bdi className="soft medium">{after}</bdi>
      {event.reason !== null && (
        <span className={styles.reason} dir="auto">
          <LinkedText text={event.reason} />
        </span>
      )}
    </>
  )
}

function itemOf(entry: HistoryEntry, comments: Map<string, Comment>) {
  const comment = comments.get(entry.commentId ?? entry.at)
  const event = eventWords(entry, comment?.internal)
  return {
    key: entry.id,
    glyph: glyphOf(event.kind),
    ...(isStatus(event.kind) ? { tone: STATUS_TONES[event.kind] } : {}),
    title: (
      <>
        <b className="medium">{event.who}</b> {event.did}
      </>
    ),
    detail: detailOf(event, (entry.action === 'commented' && comment?.comment) || undefined),
    when: nearInstant(entry.at),
    at: entry.at,
  }
}

/** The recorded history, newest first: who did what, and what it was before. */
export function RequestTimeline({ requestId }: { requestId: string }) {
  const history = useInfiniteQuery(historyOptions(requestId))
  // The history records that a comment was made, but not its text.
  const comments = useInfiniteQuery(commentsOptions(requestId))
  const byKey = new Map(
    comments.data?.flatMap((comment) => [comment.id, comment.createdAt].map((key) => [key, comment])),
  )
  const box = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(box, 'ol', history.data?.length)
  const showEarlier = () => {
    keepFocus()
    void history.fetchNextPage()
    if (comments.hasNextPage && !comments.isFetchingNextPage) void comments.fetchNextPage()
  }
  if (history.data)
    return (
      <div className="stack gap-2" ref={box}>
        <Timeline label={say('Timeline')} items={history.data.toReversed().map((entry) => itemOf(entry, byKey))} />
        <ShowEarlier title={say('Failed to fetch the timeline')} query={history} onShow={showEarlier} />
      </div>
    )
  if (history.isPaused) return <NotLoaded what={say('The timeline was not loaded')} />
  if (history.isError) return <ReadError title={say('Failed to fetch the timeline')} query={history} />
  return (
    <Loading label={say('Loading the timeline')}>
      <div className="stack">
        <Skeleton width="80%" />
        <Skeleton width="60%" />
        <Skeleton width="70%" />
      </div>
    </Loading>
  )
}
