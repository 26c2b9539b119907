import { afterEach, expect, test, vi } from 'vitest'
import { EventReader, receiveEvents } from './event-stream.ts'

afterEach(() => void vi.unstubAllGlobals())

test('events are read however the text is cut, and remember the last id', () => {
  const text =
    'id: 7.a\ndata: {"kind":"created","requestId":"RFD-2026-0001"}\n\nevent: reset\ndata: {}\n\n: here\nid: 9.b\n\ndata: {"kind":"audit"}\n\n'
  const expected = [{ kind: 'created', requestId: 'RFD-2026-0001' }, 'reset', { kind: 'audit' }]
  for (let size = 1; size < text.length; size++) {
    const reader = new EventReader()
    const news = []
    for (let i = 0; i < text.length; i += size) news.push(...reader.read(text.slice(i, i + size)))
    expect(news).toEqual(expected)
    expect(reader.lastId).toBe('9.b')
  }
})

test('it is told when the stream opens, and when it breaks', async () => {
  const stop = new AbortController()
  let end = () => {}
  const body = new ReadableStream({ start: (stream) => void (end = () => stream.close()) })
  vi.stubGlobal('fetch', async () => new Response(body))
  const live: boolean[] = []
  const onLive = (isLive: boolean) => {
    live.push(isLive)
    if (isLive) end()
    else stop.abort()
  }
  await receiveEvents({ lastId: '', signal: stop.signal, onNews: () => {}, onLive })
  expect(live).toEqual([true, false])
})

test('an event that a broken stream has begun is read from the next one, and the id before it is kept until then', () => {
  const reader = new EventReader('6.z')
  reader.begin()
  expect(reader.read('id: 7.a\ndata: {"kind":"cre')).toEqual([])
  expect(reader.lastId).toBe('6.z')
  reader.begin()
  expect(reader.read('id: 7.a\ndata: {"kind":"created"}\n\n')).toEqual([{ kind: 'created' }])
  expect(reader.lastId).toBe('7.a')
})
