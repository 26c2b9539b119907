import { z } from 'zod'
import { EngineStamp } from '../../shared/ai.ts'
import { AnswerPart, type Conversation } from '../../shared/assistant/messages.ts'
import { Reading } from '../../shared/assistant/query.ts'
import type { Actor } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import { stampInWords } from '../ai/language-model/notes.ts'
import type { Deps } from './deps.ts'
import { deleteConversation, findConversation, messagesOf } from './queries.ts'
import { redactForReader } from './redact-answers.ts'
import { MAX_MESSAGES, mayAsk } from './service.ts'

/** The messages so far, oldest first. */
export async function currentConversation(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
): Promise<Conversation> {
  mayAsk(actor)
  const own = await findConversation(db.read, actor.id)
  if (!own) return { conversationId: null, messages: [] }
  const rows = await messagesOf(db.read, own.id, MAX_MESSAGES)
  const said = rows.reverse().map(({ id, role, content, parts, engine, reading, at, scope }) => ({
    id: String(id),
    role,
    content,
    timestamp: at,
    parts: z.array(AnswerPart).parse(JSON.parse(parts)),
    ...(engine !== null && { engine: stampInWords(EngineStamp.parse(JSON.parse(engine))) }),
    ...(reading !== null && readingOf(reading)),
    scope,
  }))
  // Only answers are checked: the questions are the reader's own words.
  const answers = new Map(
    (
      await redactForReader(
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

/** A stored reading that the contract no longer accepts is left out, so that the conversation still opens. */
function readingOf(stored: string): { reading?: Reading } {
  const { data } = Reading.safeParse(JSON.parse(stored))
  return data ? { reading: data } : {}
}

export async function forgetConversation({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor): Promise<void> {
  mayAsk(actor)
  await db.write(async (tx) => {
    if (!(await deleteConversation(tx, actor.id))) return
    await record(tx, clock, { actorId: actor.id, action: 'ai.conversation-deleted' })
  })
}
