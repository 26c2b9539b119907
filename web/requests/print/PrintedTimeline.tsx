import type { ReactNode } from 'react'
import type { Comment } from '../../../shared/comments.ts'
import { fullName } from '../../../shared/people.ts'
import { LONG_TEXTS } from '../../../shared/request-fields.ts'
import type { HistoryEntry } from '../../../shared/request-history.ts'
import { say } from '../../../shared/texts/say.ts'
import { fullInstant } from '../../ui/formats/dates.ts'
import { eventWords, fieldLabel } from '../common/history-words.ts'
import styles from './print-sheet.module.css'

interface PrintedTimelineProps {
  history: HistoryEntry[]
  comments: Comment[]
  /** whether the history has earlier entries that were not read */
  leavesOut: boolean
}

export function PrintedTimeline({ history, comments, leavesOut }: PrintedTimelineProps) {
  const byKey = new Map(
    comments.flatMap((comment) =>
      comment.deletedAt ? [] : [comment.id, comment.createdAt].map((key) => [key, comment]),
    ),
  )
  return (
    <>
      <h2>Timeline</h2>
      {leavesOut && (
        <p className="text-12">
          Earlier entries are left out. To print them, choose “Show earlier” below the timeline on the screen first.
        </p>
      )}
      <table className="tight">
        <tbody>
          {history.map((entry) => (
            <tr key={entry.id}>
              <td className="nowrap">{fullInstant(entry.at)}</td>
              <td className="nowrap">{fullName(entry.actor) || 'Unknown'}</td>
              <td>{sentence(entry, byKey)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function sentence(entry: HistoryEntry, comments: Map<string, Comment>): ReactNode {
  const comment = comments.get(entry.commentId ?? entry.at)
  const event = eventWords(entry, comment?.internal)
  if (entry.action === 'created') return 'Created'
  if (entry.action === 'commented') {
    return comment === undefined ? (
      'Commented'
    ) : (
      <>
        {comment.internal ? 'Internal note' : 'Comment'}: <bdi>{comment.comment}</bdi>
      </>
    )
  }
  if (entry.field === null || entry.action === 'decided') return event.did.charAt(0).toUpperCase() + event.did.slice(1)
  const text = LONG_TEXTS.find(({ name }) => name === entry.field)
  if (text) return say('{label} changed', { label: text.label })
  return (
    <>
      {fieldLabel(entry.field)}: <bdi>{event.old ?? 'None'}</bdi> → <bdi>{event.new ?? 'None'}</bdi>
      {event.reason !== null && (
        <>
          <br />
          Reason: <bdi className={styles.reason}>{event.reason}</bdi>
        </>
      )}
    </>
  )
}
