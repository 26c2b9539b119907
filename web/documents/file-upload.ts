import { UPLOAD_PIECE, type Upload } from '../../shared/documents.ts'
import type { UploadCalls } from './upload-calls.ts'
import { FileGone, GONE, nextStep } from './upload-failure.ts'
import { pause, untilSignedIn } from './waiting.ts'

/**
 * `missing`: some of it has arrived, and the file has to be chosen again to send the rest. `finishing`: all of it has arrived,
 * and it is put in its place.
 */
type UploadState = 'queued' | 'sending' | 'waiting' | 'finishing' | 'done' | 'missing' | 'failed'

/** A file of the list, as it is shown. */
export interface UploadItem {
  key: string
  /** the server's, once it was announced */
  id: string | null
  name: string
  size: number
  /** bytes that have arrived */
  received: number
  state: UploadState
  /** why it waits or failed */
  note: string | null
  canRetry: boolean
}

/** What a draft keeps of a file: enough to go on after a reload. */
export type KeptUpload = Pick<UploadItem, 'key' | 'id' | 'name' | 'size'>

const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 30_000

interface Options {
  calls: UploadCalls
  onChange: () => void
  /** puts a whole upload in its place; without it the upload waits to be used */
  finish?: ((uploadId: string) => Promise<void>) | undefined
}

/** One file on its way: announced, sent piece by piece, resumed from what has arrived. */
export class FileUpload {
  readonly #options: Options
  #item: UploadItem
  #file: File | null
  /** Whether the server has said how much of it has arrived since the last failure. */
  #isKnown = false
  #hasBegunAgain = false
  #stop = new AbortController()

  constructor(kept: KeptUpload, file: File | null, options: Options) {
    this.#item = { ...kept, received: 0, state: 'queued', note: null, canRetry: false }
    this.#file = file
    this.#options = options
  }

  get item(): UploadItem {
    return this.#item
  }

  get isUnderWay(): boolean {
    return ['queued', 'sending', 'waiting', 'finishing'].includes(this.#item.state)
  }

  /** Takes the file again that a reload has lost. */
  takeFile(file: File): void {
    this.#file = file
    this.#hasBegunAgain = false
    this.#change({ state: 'queued', note: null, canRetry: false })
  }

  /** Asks the server whether a whole file is still there. */
  check(): void {
    this.#change({ received: 0 })
    this.retry()
  }

  retry(): void {
    this.#isKnown = false
    this.#hasBegunAgain = false
    this.#change({ state: 'queued', note: null, canRetry: false })
  }

  fail(note: string): void {
    this.#change({ state: 'failed', note })
  }

  /** Stops sending; what has arrived stays. */
  pause(): void {
    this.#stop.abort()
    this.#isKnown = false
    if (this.isUnderWay) this.#change({ state: 'queued', note: null })
  }

  /** Sends what is missing. Ends when the file is done, has failed or was paused. */
  async run(): Promise<void> {
    const stop = (this.#stop = new AbortController())
    this.#change({ state: 'sending', note: null })
    for (let failures = 0; this.isUnderWay && !stop.signal.aborted;) {
      try {
        await this.#step(stop.signal)
        failures = 0
      } catch (error) {
        if (stop.signal.aborted) return
        await this.#recover(error, ++failures, stop.signal)
      }
    }
  }

  async #step(signal: AbortSignal): Promise<void> {
    const { id, name, size, received } = this.#item
    const { calls } = this.#options
    if (id === null) this.#arrived(await calls.announce({ name, size }, signal), signal)
    // A whole file isn't asked for again: once it is in its place, there is no such upload any more.
    else if (received >= size) await this.#finish(id)
    else if (!this.#isKnown) this.#arrived(await calls.ask(id, signal), signal)
    else await this.#sendPiece(id, signal)
  }

  async #sendPiece(id: string, signal: AbortSignal): Promise<void> {
    const { received } = this.#item
    if (!this.#file) return this.#change({ state: 'missing', note: null })
    const piece = this.#file.slice(received, received + UPLOAD_PIECE)
    // Read first: sending would tell a vanished file and a lost connection in the same words.
    const bytes = await piece.arrayBuffer().catch((cause: unknown) => {
      throw new FileGone('The file cannot be read', { cause })
    })
    this.#arrived(await this.#options.calls.send(id, received, new Blob([bytes]), signal), signal)
  }

  async #finish(id: string): Promise<void> {
    if (this.#options.finish) {
      this.#change({ state: 'finishing', note: null })
      await this.#options.finish(id)
    }
    this.#change({ state: 'done', note: null })
  }

  #arrived({ id, received }: Upload, signal: AbortSignal): void {
    // The answer to a call that was stopped meanwhile changes nothing.
    if (signal.aborted) return
    this.#isKnown = true
    this.#change({ id, received, state: 'sending', note: null })
  }

  async #recover(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
    const wasFinishing = this.#item.state === 'finishing'
    const next = nextStep(error, failures)
    this.#isKnown = false
    if (next.do === 'stop') {
      const { note, canRetry, isThrownAway } = next
      this.#change({ state: 'failed', note, canRetry, ...(isThrownAway && { id: null }) })
    } else if (next.do === 'announce-again') this.#beginAgain(wasFinishing)
    else if (next.do !== 'ask') {
      this.#change({ state: 'waiting', note: next.note })
      if (next.do === 'sign-in') await untilSignedIn(signal)
      await pause(Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1)), signal)
    }
  }

  /** The server has thrown the upload away. Once, that is mended by sending the file anew. */
  #beginAgain(wasFinishing: boolean): void {
    const change = { id: null, received: 0 }
    if (!this.#file) return this.#change({ ...change, state: 'missing', note: GONE })
    if (this.#hasBegunAgain || wasFinishing) return this.#change({ ...change, state: 'failed', note: GONE })
    this.#hasBegunAgain = true
    this.#change({ ...change, state: 'sending', note: null })
  }

  #change(change: Partial<UploadItem>): void {
    this.#item = { ...this.#item, ...change }
    this.#options.onChange()
  }
}
