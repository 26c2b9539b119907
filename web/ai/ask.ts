import type { AssistantAnswer, Conversation } from '../../shared/ai-assistant.ts'
import { ApiError, get, post } from '../api.ts'
import { conversationKey } from './api.ts'
import { eventsOf } from './events.ts'

const ADDRESS = '/api/ai/user-assistant'
const CONTEXT = 'user_assistance'

/** An answer as the page uses it. What is read back from the conversation has no suggestions. */
export type Answered = Pick<AssistantAnswer, 'message' | 'suggestions' | 'understood'>

/**
 * Asks the assistant. The answer is streamed where that works. When a stream breaks off, the question may have been
 * answered all the same: then the answer is read from the conversation, and otherwise asked for once more in one piece.
 * @param onText the answer so far
 */
export async function askAssistant(message: string, onText: (text: string) => void): Promise<Answered> {
  const body = { message, context: CONTEXT }
  try {
    const accept = 'text/event-stream, application/json'
    return answered(await post<AssistantAnswer>(ADDRESS, body, { accept, read: (res) => readAnswer(res, onText) }))
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error
    onText('')
    return (await answerInConversation(message)) ?? answered(await post<AssistantAnswer>(ADDRESS, body))
  }
}

class BrokenOff extends Error {}

function answered({ message, suggestions, understood }: AssistantAnswer): Answered {
  return { message, suggestions, understood }
}

async function readAnswer(response: Response, onText: (text: string) => void): Promise<AssistantAnswer> {
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream')
  if (!isStream || !response.body) return (await response.json()) as AssistantAnswer
  let text = ''
  try {
    for await (const { event, data } of eventsOf(response.body)) {
      if (event === 'done') return JSON.parse(data) as AssistantAnswer
      if (event === 'error') break
      if (event === 'delta') onText((text += (JSON.parse(data) as { text: string }).text))
    }
  } catch (error) {
    // Out of time is out of time: the caller says so.
    if (error instanceof DOMException && error.name === 'AbortError') throw error
  }
  throw new BrokenOff('The answer broke off')
}

/** The newest answer, when it is the one to this question. */
async function answerInConversation(question: string): Promise<Answered | null> {
  try {
    const { messages } = await get<Conversation>(conversationKey.join(''))
    const [asked, message] = messages.slice(-2)
    if (message?.role !== 'assistant' || asked?.content !== question) return null
    return { message, suggestions: [], understood: true }
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
