import type { ReactNode } from 'react'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import type { useAssistant } from './use-assistant.ts'
import styles from './conversation.module.css'

interface EmptyConversationProps {
  conversation: ReturnType<typeof useAssistant>['conversation']
  line: string
  /** suggestions for the first question */
  children: ReactNode
}

/** In place of the messages: what comes first, or why earlier ones are not shown yet. */
export function EmptyConversation({ conversation, line, children }: EmptyConversationProps) {
  if (conversation.isError)
    return (
      <ReadError
        title="The conversation could not be loaded"
        query={conversation}
        safe="You can still ask a question."
      />
    )
  if (conversation.isPending)
    return (
      <Loading label="Loading the conversation">
        <div className={styles.loading}>
          <Skeleton width="40%" height={28} />
          <Skeleton width="60%" />
          <Skeleton width="52%" />
        </div>
      </Loading>
    )
  return (
    <EmptyState picture="talk" title="No questions yet" actions={children}>
      {line}.
    </EmptyState>
  )
}
