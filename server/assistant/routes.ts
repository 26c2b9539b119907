import { Readable } from 'node:stream'
import { z } from 'zod'
import { AssistantAnswer, AssistantCall, Conversation, ProcessingTimes } from '../../shared/assistant/messages.ts'
import type { App } from '../platform/http/app.ts'
import { asEvents } from './answer-events.ts'
import type { Deps } from './deps.ts'
import { getProcessingTimes } from '../ai/estimates/processing-times.ts'

const tags = ['AI']

export function assistantRoutes(app: App, office: Omit<Deps, 'vocabulary'>): void {
  let loading: ReturnType<typeof loadAssistant> | undefined
  const assistant = () => (loading ??= loadAssistant())

  app.post(
    '/ai/user-assistant',
    {
      config: {
        needs: { all: ['ai.assistant'], sometimes: { 'dashboard.view': 'to be told the figures of the office' } },
        idempotent: true,
        bucket: 'aiCalls',
      },
      schema: {
        summary: 'Ask the assistant; streamed when the caller accepts text/event-stream',
        tags,
        body: AssistantCall,
        response: { 200: AssistantAnswer },
      },
    },
    async (req, reply) => {
      const { ask, vocabulary } = await assistant()
      const { departments } = await office.settings.policy()
      const deps = { ...office, vocabulary: vocabulary.of(departments) }
      const answer = await ask(deps, req.actor, req.body, req.idempotentCall)
      if (!req.headers.accept?.includes('text/event-stream')) return answer
      const events = Readable.from(asEvents(answer))
      return reply
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
        .type('text/event-stream; charset=utf-8')
        .send(events as never)
    },
  )

  app.get(
    '/ai/conversations/current',
    {
      config: { needs: ['ai.assistant'], isPrivate: true },
      schema: { summary: 'The conversation with the assistant so far', tags, response: { 200: Conversation } },
    },
    async (req) => (await assistant()).currentConversation(office, req.actor),
  )

  app.delete(
    '/ai/conversations/current',
    {
      config: { needs: ['ai.assistant'] },
      schema: { summary: 'Begin a new conversation', tags, response: { 204: z.null() } },
    },
    async (req, reply) => {
      await (await assistant()).forgetConversation(office, req.actor)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/ai/processing-times',
    {
      config: { needs: [] },
      schema: { summary: 'Published processing times beside live medians', tags, response: { 200: ProcessingTimes } },
    },
    (req) => getProcessingTimes(office, req.actor),
  )
}

/** Imported lazily: phrases and rules take 6 MB. */
async function loadAssistant() {
  const { ask } = await import('./service.ts')
  const { currentConversation, forgetConversation } = await import('./conversation.ts')
  const { OfficeVocabulary } = await import('./reading/office-vocabulary.ts')
  return { ask, currentConversation, forgetConversation, vocabulary: new OfficeVocabulary() }
}
