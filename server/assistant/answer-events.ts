import type { AssistantAnswer } from '../../shared/assistant/messages.ts'

/** The answer as server-sent events: its text in pieces, then the complete answer. */
export function* asEvents(answer: AssistantAnswer): Generator<string> {
  for (const text of answer.response.match(/\S+\s*/g) ?? []) yield event('delta', { text })
  yield event('done', answer)
}

function event(name: string, content: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(content)}\n\n`
}
