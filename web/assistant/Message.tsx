import type { ReactNode } from 'react'
import type { AssistantMessage } from '../../shared/assistant/messages.ts'
import { clockTime, dateWords, fullInstant } from '../ui/formats/dates.ts'
import { classes } from '../ui/classes.ts'
import { RequestLink } from '../requests/common/RequestLink.tsx'
import { AnswerParts } from './AnswerParts.tsx'
import type { Ask } from './ask.ts'
import { Choices } from './Choices.tsx'
import { notesOf } from './reading-notes.ts'
import { UnderstoodQuery } from './UnderstoodQuery.tsx'
import styles from './message.module.css'

const NUMBER = /\b(RFD-\d{4}-\d{4,})\b/

/** Request numbers in an answer are links. */
function Said({ message }: { message: AssistantMessage }) {
  const ids = new Map(
    message.parts.flatMap((part) =>
      part.kind === 'requests' ? part.requests.map(({ id, requestId }) => [requestId, id] as const) : [],
    ),
  )
  const { lang, dir } = message.reading?.language ?? { lang: undefined, dir: 'auto' as const }
  return message.content.split(/\n{2,}/).map((paragraph, p) => (
    <p key={p} lang={lang} dir={dir}>
      {message.role === 'user'
        ? paragraph
        : paragraph.split(NUMBER).map((text, i) =>
            // `split` with a capture group puts the matches at odd indices.
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

function Notes({ message }: { message: AssistantMessage }) {
  const notes = notesOf(message)
  if (notes.length === 0) return null
  return (
    <div className={classes('text-13 soft', styles.notes)}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}

interface MessageProps {
  message: AssistantMessage
  name: string
  onAsk: Ask
  busy: boolean
  children?: ReactNode
}

/** A person's question. It takes the focus when it was asked by a button inside the conversation. */
export function OwnMessage({ message }: { message: AssistantMessage }) {
  return (
    <li className={classes(styles.message, styles.own)} tabIndex={-1}>
      <div className={styles.bubble}>
        <Said message={message} />
      </div>
      <span className="text-12 muted">
        You · <Time of={message} />
      </span>
    </li>
  )
}

/** An answer: omitted words of the question, the sentence, its parts, and the parsed query. */
export function Answer({ message, name, onAsk, busy, children }: MessageProps) {
  const { reading, engine } = message
  const choices = reading?.choices ?? []
  return (
    <li className={styles.message}>
      <div className={styles.bubble} dir={reading?.language?.dir}>
        <Notes message={message} />
        <Said message={message} />
        <AnswerParts parts={message.parts} />
        {choices.length > 0 && <Choices label="Did you mean" choices={choices} onAsk={onAsk} busy={busy} isPrinted />}
        {reading?.query && <UnderstoodQuery query={reading.query} people={reading.people} onAsk={onAsk} busy={busy} />}
        {engine?.note && <p className="text-12 soft">{engine.note}</p>}
        {children}
      </div>
      <span className="text-12 muted">
        {name} · <Time of={message} />
        {reading?.query && ` · as of ${dateWords(reading.today)}`}
        {engine?.name === 'language-model' && ` · question read by language model ${engine.version}`}
      </span>
    </li>
  )
}

/** The part of an answer that has been streamed. */
export function AnswerSoFar({ text }: { text: string }) {
  return (
    <li className={styles.message} aria-hidden="true">
      <div className={styles.bubble}>
        {text === '' ? <span className="muted">Looking it up…</span> : <p dir="auto">{text}</p>}
      </div>
    </li>
  )
}

function Time({ of: { timestamp } }: { of: AssistantMessage }) {
  return (
    <time dateTime={timestamp} title={fullInstant(timestamp)}>
      {clockTime(timestamp)}
    </time>
  )
}
