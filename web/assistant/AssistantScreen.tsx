import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { EXAMPLES, FAQ } from '../../shared/assistant-questions.ts'
import { useDraft } from '../drafts/drafts.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ReadError } from '../errors/ReadError.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import { AskedModel } from '../suggestions/AskedModel.tsx'
import { Askable, Capabilities, ProcessingTimesCard, StatusMeanings } from './AssistantCards.tsx'
import { Composer } from './Composer.tsx'
import { Conversation } from './Conversation.tsx'
import { useAssistant } from './use-assistant.ts'
import styles from './assistant.module.css'
import { classes } from '../ui/classes.ts'

const FOR_USERS = {
  title: 'RFD Assistant',
  line: 'Ask about your requests, how long things take and what a status means',
  placeholder: 'Ask about a request or a status',
  failure: 'Failed to get assistant response',
}
const FOR_MANAGERS = {
  title: 'AI Virtual Assistant',
  line: 'Counts, compares and finds requests; every figure links to the rows behind it',
  placeholder: 'Ask about the backlog, people or time',
  failure: 'Failed to get response from assistant',
}

/** The assistant with its conversation, and beside it what can be asked. */
export default function AssistantScreen({ isManager }: { isManager: boolean }) {
  const words = isManager ? FOR_MANAGERS : FOR_USERS
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText, draft] = useDraft('assistant')
  const assistant = useAssistant(words.failure, (question) => {
    // What was asked goes back to where it was typed, before what has been typed there since.
    const since = field.current?.value
    setText(since ? `${question}\n\n${since}` : question)
  })
  const { conversation, messages, ask, isAsking, latest } = assistant
  const suggestions = isAsking ? [] : (latest?.suggestions ?? [])
  return (
    <>
      <PageHead
        title={words.title}
        line={words.line}
        actions={
          <>
            {messages.length > 0 && <PrintButton />}
            <Button
              icon={Plus}
              disabled={messages.length === 0 || isAsking}
              busy={assistant.isBeginning}
              onClick={() => {
                assistant.begin()
                field.current?.focus()
              }}
            >
              New conversation
            </Button>
          </>
        }
      />
      <div className={styles.chat}>
        <section className={classes('card', styles.conversation)} aria-label={words.title}>
          <Conversation
            name={words.title}
            messages={messages}
            isAsking={isAsking}
            soFar={assistant.soFar}
            after={
              suggestions.length > 0 && (
                <div className="row wrap">
                  {suggestions.map((question) => (
                    <Button key={question} size="small" onClick={() => ask(question)}>
                      {question}
                    </Button>
                  ))}
                </div>
              )
            }
            empty={
              conversation.isError ? (
                <ReadError
                  title="The conversation could not be loaded"
                  query={conversation}
                  safe="You can still ask a question."
                />
              ) : conversation.isPending ? (
                <Loading label="Loading the conversation">
                  <Skeleton width="60%" />
                </Loading>
              ) : (
                <EmptyState picture="talk" title="No questions yet">
                  {words.line}.
                </EmptyState>
              )
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
          <AskedModel />
        </section>
        <aside className="stack" aria-label="Example questions">
          {isManager ? (
            <>
              <Askable title="Quick examples" questions={EXAMPLES} onAsk={ask} busy={isAsking} />
              <Capabilities />
            </>
          ) : (
            <>
              <Askable title="Common questions" questions={FAQ} onAsk={ask} busy={isAsking} />
              <ProcessingTimesCard />
              <StatusMeanings />
            </>
          )}
        </aside>
      </div>
    </>
  )
}
