import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { EngineStamp } from '../../shared/ai.ts'
import {
  type AssistantAnswer,
  type AssistantCall,
  AnswerPart,
  type AssistantMessage,
  type Conversation,
} from '../../shared/ai-assistant.ts'
import { EXAMPLES, FAQ } from '../../shared/assistant-questions.ts'
import { dateIn } from '../../shared/dates.ts'
import { ALWAYS, type Once } from '../idempotency/once.ts'
import type { Tx } from '../database/db.ts'
import type { Actor } from '../actor.ts'
import type { Deps } from './deps.ts'
import { requirePermission } from '../roles/require-permission.ts'
import { wordWithModel } from '../language-model/answer.ts'
import { answer } from './answers.ts'
import type { Topic } from './asked.ts'
import { ABOUT_LANGUAGE_MODEL, GUIDE } from './guide.ts'
import {
  deleteConversation,
  findConversation,
  forgetOlderMessages,
  insertMessage,
  keepConversation,
  messagesOf,
  scopeOfMessage,
} from './queries.ts'
import { asSeenNow, scopeOfAnswers } from './kept-answers.ts'
import { read } from './reading.ts'

/** What may be told about the product when a language model words the answer. */
const PRODUCT = Object.values({ ...GUIDE, 'ai-classification': ABOUT_LANGUAGE_MODEL })
/** Questions whose answer is always the same, so that nobody needs to wait for other words. */
const FIXED = new Set(['greeting', 'thanks', 'capabilities', 'ai-classification'])

/** Messages that are shown again when the page is opened anew; older ones serve nobody and are deleted. */
const KEPT = 100

/**
 * Answers a question from what its asker may see, and keeps both in the asker's conversation.
 * @param once a question that came before gets its first answer again, and is kept once
 */
export async function ask(
  deps: Deps,
  actor: Actor,
  call: AssistantCall,
  once: Once = ALWAYS,
): Promise<AssistantAnswer> {
  mayAsk(actor)
  const { db, clock, ai, languageModel, settings } = deps
  const first = await once.earlier<AssistantAnswer>(db.read)
  if (first) return asAnsweredNow(deps, actor, first.value)
  const at = clock().toISOString()
  const policy = await settings.policy()
  const { timeZone } = policy
  const before = await findConversation(db.read, actor.id)
  const topic = before ? (JSON.parse(before.topic) as Topic) : {}
  const reading = read(call.message, dateIn(timeZone, clock()))
  const { label } = await ai.understand(call.message)
  const found = await answer(label, { deps, actor, question: call.message, reading, topic })
  if (label === 'ai-classification' && (await languageModel.inUse())) found.text = ABOUT_LANGUAGE_MODEL
  const own = ai.state().engine ?? { name: 'local', version: '', learnedFrom: 0 }
  const { text, understood, engine } = FIXED.has(label)
    ? { ...found, engine: own }
    : await wordWithModel(languageModel, call.message, found, own, PRODUCT)
  const conversationId = before?.id ?? randomUUID()
  const examples = actor.permissions.has('dashboard.view') ? EXAMPLES : FAQ
  const suggestions = understood ? [] : examples.slice(0, 3)
  const keep = async (tx: Tx): Promise<AssistantAnswer> => {
    const started_at = before?.started_at ?? at
    const own = { id: conversationId, user_id: actor.id, started_at, last_at: at, topic: JSON.stringify(found.topic) }
    await keepConversation(tx, own)
    // Two questions at the same moment begin one conversation.
    const { id: conversation_id } = (await findConversation(tx, actor.id))!
    await insertMessage(tx, { conversation_id, role: 'user', content: call.message, parts: '[]', engine: null, at })
    const parts = JSON.stringify(found.parts)
    const said = {
      conversation_id,
      role: 'assistant' as const,
      content: text,
      parts,
      engine: JSON.stringify(engine),
      at,
      scope: scopeOfAnswers(actor, policy),
    }
    const id = await insertMessage(tx, said)
    await forgetOlderMessages(tx, conversation_id, KEPT)
    const message: AssistantMessage = {
      id: String(id),
      role: 'assistant',
      content: text,
      timestamp: at,
      parts: found.parts,
      engine,
    }
    return { response: text, conversationId: conversation_id, message, understood, suggestions, engine }
  }
  return asAnsweredNow(deps, actor, await db.write((tx) => once.run(tx, () => keep(tx))))
}

/** An answer that was kept under its key, as its asker may see it by now. */
async function asAnsweredNow(
  deps: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
  kept: AssistantAnswer,
): Promise<AssistantAnswer> {
  const { message } = kept
  const scope = (await scopeOfMessage(deps.db.read, Number(message.id))) ?? null
  const [seen] = await asSeenNow(deps, actor, [{ ...message, scope }])
  if (!seen || seen.content === message.content) return kept
  const { scope: _, ...shown } = seen
  return { ...kept, response: shown.content, message: shown }
}

/** What was said so far, oldest first. */
export async function currentConversation(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
): Promise<Conversation> {
  mayAsk(actor)
  const own = await findConversation(db.read, actor.id)
  if (!own) return { conversationId: null, messages: [] }
  const rows = await messagesOf(db.read, own.id, KEPT)
  const said = rows.reverse().map(({ id, role, content, parts, engine, at, scope }) => ({
    id: String(id),
    role,
    content,
    timestamp: at,
    parts: z.array(AnswerPart).parse(JSON.parse(parts)),
    ...(engine !== null && { engine: EngineStamp.parse(JSON.parse(engine)) }),
    scope,
  }))
  // A question is its reader's own words.
  const answers = new Map(
    (
      await asSeenNow(
        { db, settings },
        actor,
        said.filter(({ role }) => role === 'assistant'),
      )
    ).map((one) => [one.id, one]),
  )
  const messages = said.map((one) => {
    const { scope: _, ...shown } = answers.get(one.id) ?? one
    return shown
  })
  return { conversationId: own.id, messages }
}

export async function forgetConversation({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<void> {
  mayAsk(actor)
  await db.write((tx) => deleteConversation(tx, actor.id))
}

function mayAsk(actor: Actor): void {
  requirePermission(actor, 'ai.assistant', 'ask the assistant')
}

/** The answer as server-sent events: its sentence piece by piece, then the whole. */
export function* asEvents(found: AssistantAnswer): Generator<string> {
  for (const text of found.response.match(/\S+\s*/g) ?? []) yield event('delta', { text })
  yield event('done', found)
}

function event(name: string, content: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(content)}\n\n`
}
