import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DOCUMENT_SETTINGS, UPLOAD_PIECE, type Upload } from '../../shared/documents.ts'
import { ApiError } from '../client/api.ts'
import { endSession, startSession } from '../client/session.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import type { UploadCalls } from './upload-calls.ts'
import { Uploader } from './uploader.ts'

/** A server that stores what it receives, and fails as a test demands. */
class FakeServer implements UploadCalls {
  readonly stored = new Map<string, Upload>()
  readonly log: string[] = []
  readonly removed: string[] = []
  readonly keys: string[] = []
  /** called once an upload is stored; throws to lose the answer */
  onAnnounced: () => void = () => {}
  /** called before each piece; throws to make it fail */
  onPiece: (id: string, offset: number, signal: AbortSignal) => void | Promise<void> = () => {}
  #made = 0

  announce = async ({ name, size }: { name: string; size: number }, _signal: AbortSignal, key: string) => {
    this.keys.push(key)
    const upload: Upload = { id: `u${++this.#made}`, name, size, received: 0, type: null, expiresAt: '' }
    this.stored.set(upload.id, upload)
    this.log.push(`announce ${name}`)
    this.onAnnounced()
    return upload
  }
  ask = async (id: string) => {
    this.log.push(`ask ${id}`)
    return this.#get(id)
  }
  send = async (id: string, offset: number, piece: Blob, signal: AbortSignal) => {
    await this.onPiece(id, offset, signal)
    const upload = this.#get(id)
    if (offset !== upload.received) throw problem(409, 'wrong-offset')
    const next = { ...upload, received: offset + piece.size }
    this.stored.set(id, next)
    this.log.push(`piece ${id} ${offset}`)
    return next
  }
  remove = async (id: string) => {
    this.removed.push(id)
    this.stored.delete(id)
  }
  #get(id: string): Upload {
    const upload = this.stored.get(id)
    if (!upload) throw problem(404, 'not-found')
    return upload
  }
}

const problem = (status: number, code: string, sentence = 'A sentence.') =>
  new ApiError(status, `${status}: ${sentence}`, sentence, { error: sentence, code })
const fileOf = (name: string, size = 10) => new File([new Uint8Array(size)], name)
const PERSON = { token: buildToken(new Date()), user: buildUser({ id: 'ada' }) }
const states = (uploader: Uploader) => uploader.items.get().map(({ name, state }) => `${name} ${state}`)
const NOBODY = new AbortController().signal

let server: FakeServer
let uploader: Uploader
beforeEach(() => {
  vi.useFakeTimers()
  startSession(PERSON)
  server = new FakeServer()
  uploader = new Uploader({ calls: server })
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

async function settle(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}

test('a file is sent in pieces, and tells how much of it has arrived', async () => {
  const seen = new Set<number>()
  uploader.items.subscribe(() => seen.add(uploader.items.get()[0]?.received ?? 0))
  uploader.add([fileOf('Letter.pdf', UPLOAD_PIECE * 2 + 5)], DOCUMENT_SETTINGS)
  await settle()
  expect(server.log).toEqual([
    'announce Letter.pdf',
    'piece u1 0',
    `piece u1 ${UPLOAD_PIECE}`,
    `piece u1 ${UPLOAD_PIECE * 2}`,
  ])
  expect([...seen]).toEqual([0, UPLOAD_PIECE, UPLOAD_PIECE * 2, UPLOAD_PIECE * 2 + 5])
  expect(states(uploader)).toEqual(['Letter.pdf done'])
})

test('an announcement whose answer was lost is repeated under its key, and a later one has another', async () => {
  server.onAnnounced = () => {
    if (server.keys.length === 1) throw new TypeError('Failed to fetch')
  }
  // The server has thrown the upload away by the time of its first piece.
  server.onPiece = () => {
    if (server.keys.length === 2) throw problem(404, 'not-found')
  }
  uploader.add([fileOf('Letter.pdf')], DOCUMENT_SETTINGS)
  await settle(60_000)
  expect(states(uploader)).toEqual(['Letter.pdf done'])
  const [first, again, later] = server.keys
  expect(again).toBe(first)
  expect([first, undefined]).not.toContain(later)
})

test('three files are uploaded concurrently, the others are queued', async () => {
  const open: (() => void)[] = []
  server.onPiece = () => new Promise((resolve) => open.push(resolve))
  uploader.add(
    ['a', 'b', 'c', 'd', 'e'].map((name) => fileOf(`${name}.pdf`)),
    DOCUMENT_SETTINGS,
  )
  await settle()
  expect(open).toHaveLength(3)
  open.shift()?.()
  await settle()
  expect(open).toHaveLength(3)
  expect(states(uploader)).toEqual(['a.pdf done', 'b.pdf sending', 'c.pdf sending', 'd.pdf sending', 'e.pdf queued'])
})

test('files against the settings are refused before they are sent, and the others go on', async () => {
  const files = [
    fileOf('tool.exe'),
    fileOf('none.pdf', 0),
    fileOf('big.pdf', 10 * 1024 * 1024 + 1),
    fileOf('Good.DOCX'),
  ]
  uploader.add(files, DOCUMENT_SETTINGS)
  uploader.refuse('Folder', 'A folder cannot be attached.')
  await settle()
  expect(uploader.items.get().map(({ note }) => note)).toEqual([
    'Only PDF, DOC, and DOCX can be attached.',
    'This file is empty.',
    'This file is larger than 10 MB.',
    null,
    'A folder cannot be attached.',
  ])
  expect(server.log).toEqual(['announce Good.DOCX', 'piece u1 0'])
  expect(uploader.kept().map(({ name }) => name)).toEqual(['Good.DOCX'])
})

test('content that the server refuses shows its message and cannot be retried', async () => {
  server.onPiece = (id) => {
    if (id === 'u1') throw problem(415, 'unsupported-file', 'This is a web page.')
  }
  uploader.add([fileOf('Letter.pdf'), fileOf('Other.pdf')], DOCUMENT_SETTINGS)
  await settle()
  expect(uploader.items.get()[0]).toMatchObject({ state: 'failed', note: 'This is a web page.', canRetry: false })
  expect(states(uploader)[1]).toBe('Other.pdf done')
  uploader.remove(uploader.items.get()[0]?.key ?? '')
  expect(server.removed).toEqual([])
})

test('after a lost connection it asks how much has arrived and goes on from there, later each time or as soon as it is online', async () => {
  let isCut = true
  server.onPiece = (_id, offset) => {
    if (offset > 0 && isCut) throw new TypeError('Failed to fetch')
  }
  uploader.add([fileOf('Letter.pdf', UPLOAD_PIECE + 5)], DOCUMENT_SETTINGS)
  await settle()
  expect(states(uploader)).toEqual(['Letter.pdf waiting'])
  const tries = () => server.log.filter((line) => line.startsWith('ask')).length
  await settle(1000)
  expect(tries()).toBe(1)
  // The status request worked and the piece failed again: the back-off restarts.
  await settle(1000)
  expect(tries()).toBe(2)
  isCut = false
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(states(uploader)).toEqual(['Letter.pdf done'])
  expect(server.log.slice(-2)).toEqual(['ask u1', `piece u1 ${UPLOAD_PIECE}`])
})

test('a piece that arrived without its answer is not sent twice', async () => {
  let isLost = true
  const send = server.send
  server.send = async (...piece) => {
    const answer = await send(...piece)
    if (!isLost) return answer
    isLost = false
    throw new TypeError('Failed to fetch')
  }
  uploader.add([fileOf('Letter.pdf', UPLOAD_PIECE + 5)], DOCUMENT_SETTINGS)
  await settle(1000)
  expect(server.log).toEqual(['announce Letter.pdf', 'piece u1 0', 'ask u1', `piece u1 ${UPLOAD_PIECE}`])
})

test('while signed out the uploads wait, and resume for the same person', async () => {
  let isOver = true
  server.onPiece = () => {
    if (isOver) {
      endSession('expired')
      throw problem(401, 'not-signed-in')
    }
  }
  uploader.add([fileOf('Letter.pdf')], DOCUMENT_SETTINGS)
  await settle(60_000)
  expect(uploader.items.get()[0]).toMatchObject({ state: 'waiting', note: expect.stringContaining('sign in again') })
  isOver = false
  startSession(PERSON)
  await settle(1000)
  expect(states(uploader)).toEqual(['Letter.pdf done'])
})

test('a cancelled file is stopped and thrown away', async () => {
  let signal = NOBODY
  server.onPiece = (_id, _offset, its) => {
    signal = its
    return new Promise(() => {})
  }
  uploader.add([fileOf('Letter.pdf')], DOCUMENT_SETTINGS)
  await settle()
  uploader.remove(uploader.items.get()[0]?.key ?? '')
  expect(signal.aborted).toBe(true)
  expect(server.removed).toEqual(['u1'])
  expect(uploader.items.get()).toEqual([])
})

test('a server in trouble is asked six times, then the person decides', async () => {
  let isDown = true
  server.onPiece = () => {
    if (isDown) throw problem(503, 'unavailable', 'The disk is full.')
  }
  server.ask = async () => {
    throw problem(503, 'unavailable', 'The disk is full.')
  }
  uploader.add([fileOf('Letter.pdf')], DOCUMENT_SETTINGS)
  await settle(120_000)
  expect(uploader.items.get()[0]).toMatchObject({ state: 'failed', note: 'The disk is full.', canRetry: true })
  isDown = false
  server.ask = async (id) => server.stored.get(id) as Upload
  uploader.retry(uploader.items.get()[0]?.key ?? '')
  await settle()
  expect(states(uploader)).toEqual(['Letter.pdf done'])
})

test('a draft brings its files back: whole ones are there, others are asked for again and go on from where they were', async () => {
  server.stored.set('u8', { id: 'u8', name: 'Whole.pdf', size: 10, received: 10, type: 'pdf', expiresAt: '' })
  server.stored.set('u9', { id: 'u9', name: 'Half.pdf', size: 10, received: 4, type: null, expiresAt: '' })
  uploader.syncTo([
    { key: 'a', id: 'u8', name: 'Whole.pdf', size: 10 },
    { key: 'b', id: 'u9', name: 'Half.pdf', size: 10 },
    { key: 'c', id: 'u7', name: 'Expired.pdf', size: 10 },
  ])
  await settle()
  expect(states(uploader)).toEqual(['Whole.pdf done', 'Half.pdf missing', 'Expired.pdf missing'])
  expect(uploader.items.get()[2]?.note).toBe('This file is no longer kept. Choose it again.')
  uploader.add([fileOf('Half.pdf'), fileOf('Expired.pdf')], DOCUMENT_SETTINGS)
  await settle()
  expect(states(uploader)).toEqual(['Whole.pdf done', 'Half.pdf done', 'Expired.pdf done'])
  expect(server.log).toContain('piece u9 4')
})

test('a discarded draft can be taken back for a moment; after that its files are thrown away', async () => {
  uploader.add([fileOf('Letter.pdf')], DOCUMENT_SETTINGS)
  await settle()
  const kept = uploader.kept()
  uploader.syncTo([])
  expect(uploader.items.get()).toEqual([])
  uploader.syncTo(kept)
  await settle(60_000)
  expect(states(uploader)).toEqual(['Letter.pdf done'])
  expect(server.removed).toEqual([])
  uploader.syncTo([])
  await settle(60_000)
  expect(server.removed).toEqual(['u1'])
})

test('a complete upload is delivered once, even when the response to that is lost', async () => {
  const finished: string[] = []
  uploader = new Uploader({
    calls: server,
    finish: async (id) => {
      finished.push(id)
      server.stored.delete(id)
      if (finished.length === 1) throw new TypeError('Failed to fetch')
    },
  })
  uploader.add([fileOf('Letter.pdf')], DOCUMENT_SETTINGS)
  await settle(1000)
  expect(finished).toEqual(['u1', 'u1'])
  expect(server.log).toEqual(['announce Letter.pdf', 'piece u1 0'])
  expect(uploader.items.get()).toEqual([])
})

test('waiting for the files ends when no upload is in progress, or on abort', async () => {
  let arrive = () => {}
  server.onPiece = () => new Promise((resolve) => (arrive = resolve))
  uploader.add([fileOf('Letter.pdf')], DOCUMENT_SETTINGS)
  await settle()
  const ended: string[] = []
  const off = new AbortController()
  void uploader.settled(NOBODY).then(() => ended.push('settled'))
  void uploader.settled(off.signal).then(() => ended.push('called off'))
  off.abort()
  await settle()
  expect(ended).toEqual(['called off'])
  arrive()
  await settle()
  expect(ended).toEqual(['called off', 'settled'])
})
