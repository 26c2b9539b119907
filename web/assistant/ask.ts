import type { AssistantAnswer } from '../../shared/assistant/messages.ts'
import type { AssistantQuery } from '../../shared/assistant/query.ts'
import { post } from '../client/api.ts'
import { eventsOf } from './events.ts'

const ADDRESS = '/api/ai/user-assistant'
const CONTEXT = 'user_assistance'

/** Asks a question; with a query, the words are for display only and are not parsed. */
export type Ask = (question: string, query?: AssistantQuery | null) => void

/** A question with its parsed query, where known. */
export interface Question {
  words: string
  query?: AssistantQuery | null | undefined
}

/** An answer as the page uses it. */
export type Answered = Pick<AssistantAnswer, 'message' | 'suggestions' | 'understood'>

/**
 * Asks the assistant. The answer is streamed where possible; when a stream breaks off, it is requested once more in one piece.
 * Repeated sends of an attempt are idempotent: the server stores its answer and returns it again.
 * @param onText the answer so far
 */
export async function askAssistant(
  { words, query }: Question,
  attempt: object,
  onText: (text: string) => void,
): Promise<Answered> {
  const body = { message: words, context: CONTEXT, query: query ?? undefined }
  const accept = 'text/event-stream, application/json'
  const read = (response: Response) => readAnswer(response, onText)
  onText('')
  try {
    return answered(await post<AssistantAnswer>(ADDRESS, body, { attempt, accept, read }))
  } catch (error) {
    if (!(error instanceof StreamInterrupted)) throw error
    onText('')
    return answered(await post<AssistantAnswer>(ADDRESS, body, { attempt }))
  }
}

class StreamInterrupted extends Error {}

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
    // A timeout is not a broken stream: the caller reports it.
    if (error instanceof DOMException && error.name === 'AbortError') throw error
  }
  throw new StreamInterrupted('The answer broke off')
}
