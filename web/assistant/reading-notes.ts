import type { AssistantMessage } from '../../shared/assistant/messages.ts'

/** Notes on omitted words and corrected slips of the question, unless the answer itself mentions them. */
export function notesOf({ content, reading }: AssistantMessage): string[] {
  if (!reading) return []
  const leftOut = reading.outcome === 'answered' ? reading.leftOut.filter((words) => !content.includes(words)) : []
  const corrections = reading.corrections.filter(({ typed }) => !content.includes(quoted(typed)))
  return [
    ...(leftOut.length > 0 ? [`I left out ${leftOut.map(quoted).join(' and ')}.`] : []),
    ...corrections.map(({ typed, read }) => `Read ${quoted(typed)} as ${quoted(read)}.`),
  ]
}

function quoted(words: string): string {
  return `“${words}”`
}
