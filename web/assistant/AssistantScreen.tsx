import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { EXAMPLES, FAQ } from '../../shared/assistant/questions.ts'
import { useDraft } from '../requests/drafts/drafts.ts'
import { LanguageModelNotice } from '../ai/suggestions/LanguageModelNotice.tsx'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import type { Ask } from './ask.ts'
import { Askable, Capabilities, StatusMeanings } from './AssistantCards.tsx'
import { Composer } from './Composer.tsx'
import { Conversation } from './Conversation.tsx'
import { firstQuestions } from './abilities.ts'
import { Choices } from './Choices.tsx'
import { useAssistant } from './use-assistant.ts'
import { WhatToAsk } from './WhatToAsk.tsx'
import { EmptyConversation } from './EmptyConversation.tsx'
import { ProcessingTimesCard } from './ProcessingTimesCard.tsx'
import styles from './screen.module.css'

const FOR_USERS = {
  title: 'RFD Assistant',
  line: 'Ask about your requests, how long things take and what a status means',
  placeholder: 'Ask about a request or a status',
  failure: 'Failed to get assistant response',
  questions: FAQ,
}
const FOR_MANAGERS = {
  title: 'AI Virtual Assistant',
  line: 'Counts, compares and finds requests; every figure links to the rows behind it',
  placeholder: 'Ask about the backlog, people or time',
  failure: 'Failed to get response from assistant',
  questions: EXAMPLES,
}

/** The conversation with the assistant, beside suggested questions. */
export default function AssistantScreen({ isManager }: { isManager: boolean }) {
  const words = isManager ? FOR_MANAGERS : FOR_USERS
  const card = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText, draft] = useDraft('assistant')
  const assistant = useAssistant(words.failure, (question) => {
    // A failed question returns to the field, before any text typed since.
    const since = field.current?.value
    setText(since ? `${question}\n\n${since}` : question)
    // The failed question is removed from the conversation and may have had the focus.
    if (card.current?.contains(document.activeElement)) field.current?.focus()
  })
  const { messages, ask, isAsking } = assistant
  const begin = () => {
    assistant.begin()
    field.current?.focus()
  }
  // These buttons unmount with the first question.
  const askFirst: Ask = (question) => {
    ask(question)
    field.current?.focus()
  }
  return (
    <>
      <PageHead
        title={words.title}
        line={words.line}
        actions={
          <>
            {messages.length > 0 && <PrintButton />}
            <WhatToAsk isManager={isManager} onAsk={ask} busy={isAsking} />
            <Button
              icon={Plus}
              disabled={messages.length === 0 || isAsking}
              busy={assistant.isBeginning}
              onClick={begin}
            >
              New conversation
            </Button>
          </>
        }
      />
      <div className={styles.chat}>
        <section className={classes('card', styles.conversation)} aria-label={words.title} ref={card}>
          <Conversation
            name={words.title}
            messages={messages}
            isAsking={isAsking}
            soFar={assistant.soFar}
            suggestions={isAsking ? [] : (assistant.latest?.suggestions ?? [])}
            onAsk={ask}
            empty={
              <EmptyConversation conversation={assistant.conversation} line={words.line}>
                <Choices
                  label="You may ask"
                  choices={firstQuestions(isManager, words.questions).map((label) => ({ label, query: null }))}
                  onAsk={askFirst}
                  busy={isAsking}
                />
              </EmptyConversation>
            }
          />
          <Composer
            text={text}
            onText={setText}
            draft={draft}
            placeholder={words.placeholder}
            busy={isAsking}
            onSend={ask}
            field={field}
          />
          <LanguageModelNotice onlySome className={styles.asked} />
        </section>
        <Aside isManager={isManager} onAsk={ask} busy={isAsking} />
      </div>
    </>
  )
}

/** Suggested questions and notes. */
function Aside({ isManager, onAsk, busy }: { isManager: boolean; onAsk: Ask; busy: boolean }) {
  return (
    <aside className="stack" aria-label="Example questions">
      {isManager ? (
        <>
          <Askable title="Quick examples" questions={EXAMPLES} onAsk={onAsk} busy={busy} />
          <Capabilities />
        </>
      ) : (
        <>
          <Askable title="Common questions" questions={FAQ} onAsk={onAsk} busy={busy} />
          <ProcessingTimesCard />
          <StatusMeanings />
        </>
      )}
    </aside>
  )
}
