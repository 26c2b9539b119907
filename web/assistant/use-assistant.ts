import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AssistantMessage, Conversation } from '../../shared/assistant/messages.ts'
import { rateLimitMessage } from '../ui/errors/words.ts'
import { toast } from '../ui/toast.ts'
import { conversationKey, conversationOptions, forgetConversation } from '../ai/suggestions/api.ts'
import { type Ask, askAssistant, type Question } from './ask.ts'
import { useOneAtATime } from '../ai/suggestions/one-at-a-time.ts'

const ASKING = ['ask-assistant']
const NOTHING_SAID: Conversation = { conversationId: null, messages: [] }

/** The conversation with the assistant, held in the query cache and on the server, so that it survives a reload. */
export function useAssistant(failure: string, onFailed: (question: string) => void) {
  const client = useQueryClient()
  const conversation = useQuery(conversationOptions())
  const { begin: onlyOnce, isBusy: isAsking } = useOneAtATime(ASKING)
  const [soFar, setSoFar] = useState('')
  const change = (messages: (before: AssistantMessage[]) => AssistantMessage[]) =>
    client.setQueryData<Conversation>(conversationKey, (before = NOTHING_SAID) => ({
      ...before,
      messages: messages(before.messages),
    }))
  // False after a refetch, or when another person uses this browser: then the server's conversation counts.
  const holds = (question: string | undefined) =>
    client.getQueryData<Conversation>(conversationKey)?.messages.some(({ id }) => id === question) === true
  const reload = () => void client.invalidateQueries({ queryKey: conversationKey, refetchType: 'all' })
  const asking = useMutation({
    mutationKey: ASKING,
    mutationFn: (question: Question, attempt) => askAssistant(question, attempt, setSoFar),
    onMutate: async ({ words }) => {
      // If it was not, the earlier messages are missing from what is held here. It is invalidated while it is reloaded,
      // and after a reload that failed.
      const state = client.getQueryState(conversationKey)
      const wasLoaded = state?.status === 'success' && !state.isInvalidated
      await client.cancelQueries({ queryKey: conversationKey })
      const message: AssistantMessage = {
        id: `asked-${Date.now()}`,
        role: 'user',
        content: words,
        timestamp: new Date().toISOString(),
        parts: [],
      }
      change((before) => [...before, message])
      return { id: message.id, wasLoaded }
    },
    onSuccess: ({ message }, _, question) => {
      const isHeld = holds(question.id)
      if (isHeld) change((before) => [...before, message])
      if (!isHeld || !question.wasLoaded) reload()
    },
    onError: (error, { words }, question) => {
      if (holds(question?.id)) change((before) => before.filter(({ id }) => id !== question?.id))
      if (question?.wasLoaded === false) reload()
      toast({ tone: 'bad', title: 'Error', description: rateLimitMessage(error) ?? failure })
      onFailed(words)
    },
    onSettled: () => setSoFar(''),
  })
  const forgetting = useMutation({
    mutationFn: forgetConversation,
    onSuccess: () => {
      asking.reset()
      client.setQueryData(conversationKey, NOTHING_SAID)
    },
    onError: () => toast({ tone: 'bad', title: 'Error', description: 'A new conversation could not be started' }),
  })
  const ask: Ask = (words, query) => onlyOnce(() => asking.mutate({ words, query }))
  return {
    conversation,
    messages: conversation.data?.messages ?? [],
    ask,
    isAsking,
    soFar,
    /** the latest answer, until another question is asked */
    latest: asking.data,
    begin: () => forgetting.mutate(),
    isBeginning: forgetting.isPending,
  }
}
