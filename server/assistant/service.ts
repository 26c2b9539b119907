import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AssistantAnswer, AssistantCall, AssistantMessage } from '../../shared/assistant/messages.ts'
import { AssistantQuery } from '../../shared/assistant/query.ts'
import { plainSpelling } from '../../shared/plain-spelling.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../platform/idempotency/idempotent-call.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Actor } from '../platform/actor.ts'
import { stampInWords } from '../ai/language-model/notes.ts'
import type { Topic } from './answers/query-context.ts'
import { type AnswerContext, buildAnswerContext } from './answer-context.ts'
import { readByModel } from './by-model/read-by-model.ts'
import type { Deps } from './deps.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import { ABOUT_LANGUAGE_MODEL, GUIDE } from './guide.ts'
import { findConversation, forgetOlderMessages, insertMessage, keepConversation, scopeOfMessage } from './queries.ts'
import { redactForReader, scopeOfAnswers } from './redact-answers.ts'
import { respondToQuery } from './one-question.ts'
import { respond } from './respond.ts'

/** Messages retained and shown when the page is reopened; older ones are deleted. */
export const MAX_MESSAGES = 100

/**
 * Answers a question from the data visible to its asker, and stores both in the asker's conversation.
 * @param idempotency a retried question gets its first answer again, and is stored once
 */
export async function ask(
  deps: Deps,
  actor: Actor,
  call: AssistantCall,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<AssistantAnswer> {
  mayAsk(actor)
  const { db, clock, settings } = deps
  const first = await idempotency.earlier<AssistantAnswer>(db)
  if (first) return asAnsweredNow(deps, actor, first.value)
  const at = clock().toISOString()
  const policy = await settings.policy()
  const before = await findConversation(db.read, actor.id)
  const context = await buildAnswerContext(deps, actor, before ? topicOf(before.topic) : {})
  const { response, engine } = await answerTo(context, call)
  const { reading, suggestions } = response
  const text = await asSetUp(deps, response.text)
  const conversationId = before?.id ?? randomUUID()
  const scope = scopeOfAnswers(actor, policy)
  const keep = async (tx: Tx): Promise<AssistantAnswer> => {
    const started_at = before?.started_at ?? at
    const own = {
      id: conversationId,
      user_id: actor.id,
      started_at,
      last_at: at,
      topic: JSON.stringify(response.topic),
    }
    await keepConversation(tx, own)
    // Two concurrent questions share one conversation.
    const { id: conversation_id } = (await findConversation(tx, actor.id))!
    await insertMessage(tx, { conversation_id, role: 'user', content: call.message, parts: '[]', engine: null, at })
    const answer = {
      conversation_id,
      role: 'assistant' as const,
      content: text,
      parts: JSON.stringify(response.parts),
      engine: JSON.stringify(engine),
      reading: JSON.stringify(reading),
      at,
      scope,
    }
    const id = await insertMessage(tx, answer)
    await forgetOlderMessages(tx, conversation_id, MAX_MESSAGES)
    const message: AssistantMessage = {
      id: String(id),
      role: 'assistant',
      content: text,
      timestamp: at,
      parts: response.parts,
      reading,
      engine,
    }
    const understood = reading.outcome === 'answered' || reading.outcome === 'refused'
    return {
      response: text,
      conversationId: conversation_id,
      message,
      understood,
      suggestions,
      engine,
    }
  }
  return asAnsweredNow(deps, actor, await db.write((tx) => idempotency.run(tx, () => keep(tx))))
}

/** Parses the stored topic of the last question; topics from before queries were stored hold only the request. */
function topicOf(stored: string): Topic {
  const { requestId, documentId, query, offered } = JSON.parse(stored) as Partial<Record<keyof Topic, unknown>>
  return {
    requestId: z.string().optional().parse(requestId),
    documentId: z.string().optional().parse(documentId),
    query: AssistantQuery.safeParse(query).data,
    offered: z.array(z.string()).optional().parse(offered),
  }
}

/** A structured query needs no parsing. */
async function answerTo(context: AnswerContext, { message: typed, query }: AssistantCall) {
  const own = context.deps.ai.state().engine ?? { name: 'local', version: '', learnedFrom: 0 }
  if (query) return { response: await respondToQuery(context, query), engine: own }
  // The grammar reads one kind of apostrophe, hyphen and digit.
  const message = plainSpelling(typed)
  return readByModel(context, message, await respond(context, message), own)
}

/** Replaces the guide text about AI while a language model is in use, because texts are then sent elsewhere. */
async function asSetUp({ languageModel }: Deps, text: string): Promise<string> {
  const local = GUIDE['ai-classification']
  // The text may be only a part of the answer.
  if (!text.includes(local) || (await languageModel.inUse()) === null) return text
  return text.replaceAll(local, () => ABOUT_LANGUAGE_MODEL)
}

/** A stored answer, as its asker may see it now. */
async function asAnsweredNow(
  deps: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
  answer: AssistantAnswer,
): Promise<AssistantAnswer> {
  // Stored with the code of its note.
  const engine = stampInWords(answer.engine)
  const message = { ...answer.message, engine }
  const scope = (await scopeOfMessage(deps.db.read, Number(message.id))) ?? null
  const [seen] = await redactForReader(deps, actor, [{ ...message, scope }])
  if (!seen || seen.content === message.content) return { ...answer, message, engine }
  const { scope: _, ...shown } = seen
  return { ...answer, response: shown.content, message: shown, engine }
}

export function mayAsk(actor: Actor): void {
  requirePermission(actor, 'ai.assistant', 'ask the assistant')
}
