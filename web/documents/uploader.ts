import type { DocumentSettings } from '../../shared/document-settings.ts'
import { MAX_FILE_NAME_LENGTH, MAX_FILES } from '../../shared/documents.ts'
import { newKey } from '../client/idempotency-key.ts'
import { Store } from '../ui/store.ts'
import { FileUpload } from './file-upload.ts'
import { isMissing, isUnderWay, type StoredUpload, type UploadItem } from './upload-item.ts'
import { uploadCalls, type UploadCalls } from './upload-calls.ts'
import { refusalOf } from './upload-rules.ts'

/** Number of concurrent uploads; the others are queued. */
const MAX_CONCURRENT = 3
/** As long as the toast of a discarded draft offers to restore it, and a little longer. */
const SET_ASIDE_MS = 15_000

export interface UploaderOptions {
  calls?: UploadCalls
  /** delivers each complete upload, which then leaves the list. Without it complete uploads wait here to be used. */
  finish?: ((uploadId: string) => Promise<void>) | undefined
}

/** The files chosen for one place. A failing upload never stops the others. */
export class Uploader {
  readonly items = new Store<readonly UploadItem[]>([])
  readonly #calls: UploadCalls
  readonly #finish: UploaderOptions['finish']
  #uploads: FileUpload[] = []
  readonly #running = new Set<FileUpload>()
  /** Uploads of a discarded draft, which can be restored for a moment. */
  #aside: FileUpload[] = []
  #asideTimer: ReturnType<typeof setTimeout> | undefined

  constructor({ calls = uploadCalls, finish }: UploaderOptions = {}) {
    this.#calls = calls
    this.#finish = finish
  }

  /** Starts the uploads at once. Files against the rules are listed as refused without being sent. */
  add(files: readonly File[], rules: Pick<DocumentSettings, 'types' | 'largestMegabytes'>): void {
    for (const file of files) {
      const missing = this.#uploads.find(({ item }) => isMissing(item, file))
      if (missing) missing.takeFile(file)
      else this.#begin(file, this.#isFull() ? `At most ${MAX_FILES} files at once.` : refusalOf(file, rules))
    }
    this.#runNext()
  }

  /** Lists something that cannot be sent, such as a folder. */
  refuse(name: string, note: string): void {
    this.#begin(new File([], name), note)
    this.#changed()
  }

  retry(key: string): void {
    this.#find(key)?.retry()
    this.#runNext()
  }

  /** Removes a file from the list and discards what has arrived of it. */
  remove(key: string): void {
    const upload = this.#find(key)
    if (!upload) return
    this.#uploads = this.#uploads.filter((one) => one !== upload)
    this.#discard(upload)
    this.#runNext()
  }

  /** The files that a draft stores. Refused files are shown, not stored. */
  kept(): StoredUpload[] {
    return this.#uploads
      .map(({ item }) => item)
      .filter(({ id, state }) => id !== null || state !== 'failed')
      .map(({ key, id, name, size }) => ({ key, id, name, size }))
  }

  /**
   * Syncs the list with a draft: files that a reload has lost are looked up on the server. Files that the draft no longer has
   * are paused, and discarded unless the draft is restored soon.
   */
  syncTo(stored: readonly StoredUpload[]): void {
    const known = [...this.#uploads, ...this.#aside]
    this.#uploads = stored.map((one) => known.find(({ item }) => item.key === one.key) ?? this.#build(one, null))
    this.#aside = known.filter((upload) => !this.#uploads.includes(upload))
    for (const upload of this.#aside) upload.pause()
    clearTimeout(this.#asideTimer)
    if (this.#aside.length > 0) this.#asideTimer = setTimeout(() => this.#throwAway(), SET_ASIDE_MS)
    this.#runNext()
  }

  /** Removes delivered files from the list; nothing is discarded. Files added during the delivery stay. */
  forget(delivered: readonly string[]): void {
    this.#uploads = this.#uploads.filter(({ item: { id } }) => id === null || !delivered.includes(id))
    this.#changed()
  }

  /** Stops all uploads, because another person uses the page now. */
  stop(): void {
    const left = this.#uploads
    this.#uploads = []
    for (const upload of left) upload.pause()
    clearTimeout(this.#asideTimer)
    this.#aside = []
    this.#changed()
  }

  /** Re-checks complete uploads, after their delivery reported that one no longer exists. */
  check(): void {
    for (const upload of this.#uploads) if (upload.item.state === 'done') upload.check()
    this.#runNext()
  }

  /** Resolves once no upload is in progress, or on abort. */
  settled(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!signal.aborted && this.#uploads.some((upload) => isUnderWay(upload.item))) return
        stop()
        signal.removeEventListener('abort', look)
        resolve()
      }
      const stop = this.items.subscribe(look)
      signal.addEventListener('abort', look)
      look()
    })
  }

  #isFull(): boolean {
    return this.#uploads.filter(({ item }) => item.state !== 'failed').length >= MAX_FILES
  }

  #begin(file: File, refusal: string | null): void {
    const name = file.name.slice(0, MAX_FILE_NAME_LENGTH) || 'Unnamed file'
    const upload = this.#build({ key: newKey(), id: null, name, size: file.size }, file)
    this.#uploads.push(upload)
    if (refusal !== null) upload.fail(refusal)
  }

  #build(stored: StoredUpload, file: File | null): FileUpload {
    return new FileUpload(stored, file, {
      calls: this.#calls,
      finish: this.#finish,
      onChange: () => this.#changed(),
    })
  }

  #find(key: string): FileUpload | undefined {
    return this.#uploads.find(({ item }) => item.key === key)
  }

  #runNext(): void {
    for (const upload of this.#uploads) {
      if (this.#running.size >= MAX_CONCURRENT) break
      if (upload.item.state !== 'queued' || this.#running.has(upload)) continue
      this.#running.add(upload)
      void upload.run().finally(() => this.#ended(upload))
    }
    this.#changed()
  }

  #ended(upload: FileUpload): void {
    this.#running.delete(upload)
    if (this.#finish && upload.item.state === 'done') this.#uploads = this.#uploads.filter((one) => one !== upload)
    this.#runNext()
  }

  /** Best effort: an upload that this call does not remove expires on the server. */
  #discard(upload: FileUpload): void {
    upload.pause()
    if (upload.item.id !== null) this.#calls.remove(upload.item.id).catch(() => {})
  }

  #throwAway(): void {
    for (const upload of this.#aside) this.#discard(upload)
    this.#aside = []
  }

  #changed(): void {
    this.items.set(this.#uploads.map(({ item }) => item))
  }
}
