import { afterEach, beforeEach, vi } from 'vitest'
import type { Upload } from '../../shared/documents.ts'
import { ApiError } from '../client/api-error.ts'
import { startSession } from '../client/session.ts'
import type { UploadCalls } from '../documents/upload-calls.ts'
import type { Uploader } from '../documents/uploader.ts'
import { buildToken, buildUser } from './session.ts'

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

export const problem = (status: number, code: string, sentence = 'A sentence.') =>
  new ApiError(status, `${status}: ${sentence}`, sentence, { error: sentence, code })
export const fileOf = (name: string, size = 10) => new File([new Uint8Array(size)], name)
export const PERSON = { token: buildToken(new Date()), user: buildUser({ id: 'ada' }) }
export const states = (uploader: Uploader) => uploader.items.get().map(({ name, state }) => `${name} ${state}`)

export let server: FakeServer

/** For each test of a file: a person is signed in, the clock stands still, and the fake server is empty. */
export function withFakeServer(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    startSession(PERSON)
    server = new FakeServer()
  })
  afterEach(() => {
    vi.useRealTimers()
    localStorage.clear()
  })
}

export async function settle(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}
