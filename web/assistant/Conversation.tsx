import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { AssistantMessage } from '../../shared/assistant/messages.ts'
import { Scrolling } from '../ui/Scrolling.tsx'
import type { Ask } from './ask.ts'
import { Choices } from './Choices.tsx'
import { Answer, AnswerSoFar, OwnMessage } from './Message.tsx'
import { notesOf } from './reading-notes.ts'
import styles from './conversation.module.css'

interface ConversationProps {
  name: string
  messages: AssistantMessage[]
  isAsking: boolean
  /** the part of the next answer that has been streamed */
  soFar: string
  /** follow-up questions below the last answer */
  suggestions: readonly string[]
  onAsk: Ask
  /** placeholder while there are no messages */
  empty: ReactNode
}

/** The messages, newest at the end and in view. A finished answer is announced once, not word by word. */
export function Conversation(props: ConversationProps) {
  const { name, messages, isAsking, soFar, suggestions, onAsk, empty } = props
  const box = useRef<HTMLDivElement>(null)
  useScrollToNewest(box, `${messages.at(-1)?.id} ${isAsking} ${soFar.length}`)
  const onAskHere = useFocusOnQuestion(box, messages, onAsk)
  const last = messages.at(-1)
  return (
    <>
      <Scrolling className={styles.scroller} ref={box} role="region" label="Conversation">
        {messages.length === 0 ? (
          empty
        ) : (
          <ol>
            {messages.map((message) =>
              message.role === 'user' ? (
                <OwnMessage key={message.id} message={message} />
              ) : (
                <Answer key={message.id} message={message} name={name} onAsk={onAskHere} busy={isAsking}>
                  {message === last && suggestions.length > 0 && (
                    <Choices
                      label="You may ask next"
                      choices={suggestions.map((label) => ({ label, query: null }))}
                      onAsk={onAskHere}
                      busy={isAsking}
                    />
                  )}
                </Answer>
              ),
            )}
            {isAsking && <AnswerSoFar text={soFar} />}
          </ol>
        )}
      </Scrolling>
      <AnswerLiveRegion name={name} isAsking={isAsking} last={last} />
    </>
  )
}

/** Live region that announces a new answer. */
function AnswerLiveRegion({
  name,
  isAsking,
  last,
}: {
  name: string
  isAsking: boolean
  last: AssistantMessage | undefined
}) {
  const answer = last?.role === 'assistant' ? last : undefined
  return (
    <div className="visually-hidden" role="status">
      {isAsking ? (
        `${name} is looking it up`
      ) : (
        <span lang={answer?.reading?.language?.lang}>{answer && [...notesOf(answer), answer.content].join(' ')}</span>
      )}
    </div>
  )
}

type Box = RefObject<HTMLDivElement | null>

/** Scrolls to the end, but keeps the question in view when its answer is longer than the box. */
function useScrollToNewest(box: Box, end: string): void {
  const shown = useRef('')
  useEffect(() => {
    const { current } = box
    if (shown.current === end || !current) return
    shown.current = end
    const question = lastQuestion(current)
    const bottom = current.scrollHeight - current.clientHeight
    const above = question ? question.getBoundingClientRect().top - current.getBoundingClientRect().top : Infinity
    current.scrollTo({ top: Math.min(bottom, current.scrollTop + above - 16) })
  }, [box, end])
}

/**
 * Buttons inside the conversation scroll away or unmount when they ask, so the focus moves to the new question, from which
 * Tab leads into its answer.
 */
function useFocusOnQuestion(box: Box, messages: AssistantMessage[], onAsk: Ask): Ask {
  const wasAskedHere = useRef(false)
  const questionId = messages.findLast(({ role }) => role === 'user')?.id
  useEffect(() => {
    if (!wasAskedHere.current || questionId === undefined || !box.current) return
    wasAskedHere.current = false
    lastQuestion(box.current)?.focus({ preventScroll: true })
  }, [box, questionId])
  return (question, query) => {
    wasAskedHere.current = true
    onAsk(question, query)
  }
}

function lastQuestion(box: HTMLElement): HTMLElement | undefined {
  return [...box.querySelectorAll<HTMLElement>('ol > li[tabindex]')].at(-1)
}
