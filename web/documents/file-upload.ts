import { UPLOAD_PIECE, type Upload } from '../../shared/documents.ts'
import { newKey } from '../client/idempotency-key.ts'
import type { UploadCalls } from './upload-calls.ts'
import { FileGone, GONE, nextStep, retryDelayMs } from './upload-failure.ts'
import { pause, untilSignedIn } from './waiting.ts'
import { isUnderWay, type StoredUpload, type UploadItem } from './upload-item.ts'

interface Options {
  calls: UploadCalls
  onChange: () => void
  /** delivers a complete upload; without it the upload waits to be used */
  finish?: ((uploadId: string) => Promise<void>) | undefined
}

/** Upload of one file: announced, sent in pieces, resumed from the bytes received. */
export class FileUpload {
  readonly #options: Options
  #item: UploadItem
  #file: File | null
  /** Whether the server has reported the received bytes since the last failure. */
  #isKnown = false
  #hasBegunAgain = false
  /** Idempotency key of the announcement, kept until it is answered. */
  #announcement = newKey()
  #stop = new AbortController()

  constructor(stored: StoredUpload, file: File | null, options: Options) {
    this.#item = { ...stored, received: 0, state: 'queued', note: null, canRetry: false }
    this.#file = file
    this.#options = options
  }

  get item(): UploadItem {
    return this.#item
  }

  /** Takes a file that was lost by a reload and chosen again. */
  takeFile(file: File): void {
    this.#file = file
    this.#hasBegunAgain = false
    this.#change({ state: 'queued', note: null, canRetry: false })
  }

  /** Checks whether the server still has a complete upload. */
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

  /** Stops sending; the server keeps the received bytes. */
  pause(): void {
    this.#stop.abort()
    this.#isKnown = false
    if (isUnderWay(this.#item)) this.#change({ state: 'queued', note: null })
  }

  /** Sends what is missing. Resolves when the upload is done, has failed or was paused. */
  async run(): Promise<void> {
    const stop = (this.#stop = new AbortController())
    this.#change({ state: 'sending', note: null })
    for (let failures = 0; isUnderWay(this.#item) && !stop.signal.aborted;) {
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
    if (id === null) this.#arrived(await calls.announce({ name, size }, signal, this.#announcement), signal)
    // No status request for a complete upload: once delivered, it no longer exists.
    else if (received >= size) await this.#finish(id)
    else if (!this.#isKnown) this.#arrived(await calls.ask(id, signal), signal)
    else await this.#sendPiece(id, signal)
  }

  async #sendPiece(id: string, signal: AbortSignal): Promise<void> {
    const { received } = this.#item
    if (!this.#file) return this.#change({ state: 'missing', note: null })
    const piece = this.#file.slice(received, received + UPLOAD_PIECE)
    // Read first: a failed send could not distinguish a vanished file from a lost connection.
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
    // Ignore the response to a call that was aborted meanwhile.
    if (signal.aborted) return
    this.#isKnown = true
    this.#announcement = newKey()
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
      await pause(retryDelayMs(failures), signal)
    }
  }

  /** The server has discarded the upload. The file is sent again from the start, but only once. */
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
