import { useEffect, useRef, type ReactNode } from 'react'
import type { AssistantMessage } from '../../shared/ai-assistant.ts'
import { Scrolling } from '../ui/Scrolling.tsx'
import { Message } from './Message.tsx'
import styles from './assistant.module.css'

interface ConversationProps {
  name: string
  messages: AssistantMessage[]
  isAsking: boolean
  /** the part of the next answer that has arrived */
  soFar: string
  /** below the last answer: what may be asked next */
  after?: ReactNode
  /** in the place of messages while there are none */
  empty: ReactNode
}

/** The messages, newest at the end and in sight. A finished answer is read out once, not word by word. */
export function Conversation({ name, messages, isAsking, soFar, after, empty }: ConversationProps) {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef('')
  const end = `${messages.at(-1)?.id} ${isAsking} ${soFar.length}`
  useEffect(() => {
    if (shown.current === end) return
    shown.current = end
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [end])
  const last = messages.at(-1)
  return (
    <>
      <Scrolling className={styles.scroller} ref={box} role="region" label="Conversation">
        {messages.length === 0 ? (
          empty
        ) : (
          <ol>
            {messages.map((message) => (
              <Message key={message.id} message={message} name={name}>
                {message === last && after}
              </Message>
            ))}
            {isAsking && (
              <li className={styles.message} aria-hidden="true">
                <div className={styles.bubble}>
                  {soFar === '' ? <span className="muted">Looking it up…</span> : <p>{soFar}</p>}
                </div>
              </li>
            )}
          </ol>
        )}
      </Scrolling>
      <div className="visually-hidden" role="status">
        {isAsking ? `${name} is looking it up` : last?.role === 'assistant' ? last.content : ''}
      </div>
    </>
  )
}
