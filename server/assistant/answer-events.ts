import type { AssistantAnswer } from '../../shared/assistant/messages.ts'

/** The answer as server-sent events: its text in pieces, then the complete answer. */
export function* asEvents(found: AssistantAnswer): Generator<string> {
  for (const text of found.response.match(/\S+\s*/g) ?? []) yield event('delta', { text })
  yield event('done', found)
}

function event(name: string, content: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(content)}\n\n`
}
