export interface StreamedEvent {
  event: string
  /** the event's lines, joined */
  data: string
}

/** The server-sent events of an answer as they come in. Comments and unused fields are ignored. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let waiting = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      waiting += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const blocks = waiting.split(/\r?\n\r?\n/)
      waiting = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event) yield event
      }
      if (done) return
    }
  } finally {
    // A consumer that stops early must not leave the request running.
    await reader.cancel().catch(() => {})
  }
}

function eventOf(block: string): StreamedEvent | null {
  const fields = block.split(/\r?\n/).map((line) => /^(event|data): ?(.*)$/.exec(line))
  const data = fields.flatMap((field) => (field?.[1] === 'data' ? [field[2] ?? ''] : []))
  if (data.length === 0) return null
  return { event: fields.findLast((field) => field?.[1] === 'event')?.[2] ?? 'message', data: data.join('\n') }
}
