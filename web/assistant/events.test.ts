import { expect, test } from 'vitest'
import { eventsOf, type StreamedEvent } from './events.ts'

async function read(...chunks: string[]): Promise<StreamedEvent[]> {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const chunk of chunks) stream.enqueue(encoder.encode(chunk))
      stream.close()
    },
  })
  return all(body)
}

async function all(body: ReadableStream<Uint8Array>): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = []
  for await (const event of eventsOf(body)) events.push(event)
  return events
}

test('events are read in order, however the stream is cut', async () => {
  const events = [
    { event: 'delta', data: '{"text":"Nine "}' },
    { event: 'done', data: '{}' },
  ]
  const text = 'event: delta\ndata: {"text":"Nine "}\n\nevent: done\ndata: {}\n\n'
  expect(await read(text)).toEqual(events)
  expect(await read(...text)).toEqual(events)
})

test('comments are passed over, lines of one event are joined, and CRLF is understood', async () => {
  expect(await read(': wait\r\n\r\nevent: delta\r\ndata: one\r\ndata: two\r\n\r\n')).toEqual([
    { event: 'delta', data: 'one\ntwo' },
  ])
})

test('a truncated event is ignored', async () => {
  expect(await read('event: delta\ndata: whole\n\nevent: done\ndata: {"resp')).toEqual([
    { event: 'delta', data: 'whole' },
  ])
})

test('a letter that is cut between two chunks stays whole', async () => {
  const bytes = new TextEncoder().encode('data: é\n\n')
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(bytes.slice(0, 7))
      stream.enqueue(bytes.slice(7))
      stream.close()
    },
  })
  expect(await all(body)).toEqual([{ event: 'message', data: 'é' }])
})
