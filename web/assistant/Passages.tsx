import { TriangleAlert } from 'lucide-react'
import type { DocumentPassage } from '../../shared/assistant/messages.ts'
import { isCalendarDate } from '../../shared/text-rules.ts'
import { dateWords } from '../ui/formats/dates.ts'
import { Icon } from '../ui/Icon.tsx'
import { DocumentLink } from '../documents/common/DocumentLink.tsx'
import { RequestLink } from '../requests/common/RequestLink.tsx'
import styles from './passages.module.css'

/** Verbatim passages of documents, each with a link to its place. */
export function Passages({ passages }: { passages: DocumentPassage[] }) {
  return (
    <ul className={styles.passages}>
      {passages.map((passage, i) => (
        <li key={i}>
          {passage.text !== null && <Quote text={passage.text} isOrder={passage.isOrder} />}
          <Source passage={passage} />
        </li>
      ))}
    </ul>
  )
}

function Quote({ text, isOrder }: { text: string; isOrder: boolean }) {
  return (
    <>
      {isOrder && (
        <p className="row text-12 soft">
          <Icon of={TriangleAlert} size="s" />
          This reads like an order to an AI. It is only shown.
        </p>
      )}
      <blockquote dir="auto">{text}</blockquote>
    </>
  )
}

function Source({ passage }: { passage: DocumentPassage }) {
  const { documentId, name, requestKey, requestId, page, hasPages, find, detail, text } = passage
  const isPlaced = text !== null && hasPages
  const due = detail !== null && isCalendarDate(detail) ? dateWords(detail) : null
  return (
    <p className="row wrap text-12 muted">
      <DocumentLink id={documentId} requestId={requestKey} spot={{ page, find: find ?? undefined }}>
        <bdi>{name}</bdi>
        {isPlaced && `, page ${page}`}
      </DocumentLink>
      {requestKey !== null && requestId !== null && <RequestLink id={requestKey}>{requestId}</RequestLink>}
      {due !== null && <span>date named: {due}</span>}
    </p>
  )
}
