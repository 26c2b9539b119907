import type { ReactNode } from 'react'
import type { AssistantMessage } from '../../shared/ai-assistant.ts'
import { clockTime, fullInstant } from '../formats/dates.ts'
import { AnswerParts } from './AnswerParts.tsx'
import { RequestLink } from '../vocabulary/RequestLink.tsx'
import styles from './assistant.module.css'
import { classes } from '../ui/classes.ts'

const NUMBER = /\b(RFD-\d{4}-\d{4,})\b/

/** Request numbers in an answer lead to the requests. */
function Said({ message }: { message: AssistantMessage }) {
  const ids = new Map(
    message.parts.flatMap((part) =>
      part.kind === 'requests' ? part.requests.map(({ id, requestId }) => [requestId, id] as const) : [],
    ),
  )
  return message.content.split(/\n{2,}/).map((paragraph, p) => (
    <p key={p}>
      {message.role === 'user'
        ? paragraph
        : paragraph.split(NUMBER).map((text, i) =>
            // A split by a group leaves what the group matched at the odd places.
            i % 2 === 1 ? (
              <RequestLink key={i} id={ids.get(text) ?? text}>
                {text}
              </RequestLink>
            ) : (
              text
            ),
          )}
    </p>
  ))
}

/** One message: what a person asked at the right, what was answered at the left with its parts. */
export function Message({
  message,
  name,
  children,
}: {
  message: AssistantMessage
  name: string
  children?: ReactNode
}) {
  const isYou = message.role === 'user'
  return (
    <li className={isYou ? classes(styles.message, styles.own) : styles.message}>
      <div className={styles.bubble}>
        <Said message={message} />
        <AnswerParts parts={message.parts} />
        {message.engine?.note && <p className="text-12 soft">{message.engine.note}</p>}
        {children}
      </div>
      <span className="text-12 muted">
        {isYou ? 'You' : name} ·{' '}
        <time dateTime={message.timestamp} title={fullInstant(message.timestamp)}>
          {clockTime(message.timestamp)}
        </time>
        {message.engine?.name === 'language-model' && ` · language model ${message.engine.version}`}
      </span>
    </li>
  )
}
