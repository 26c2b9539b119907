import { currentSession, subscribeToSession } from '../client/session.ts'
import { Uploader, type UploaderOptions } from './uploader.ts'

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * The uploaders of this window by the place that their files are for. Uploads continue while their screen is closed, and wait
 * while signed out; they are stopped when another person signs in.
 */
class WindowUploads {
  readonly #uploaders = new Map<string, Uploader>()
  #owner: string | undefined

  constructor() {
    subscribeToSession(() => {
      const now = currentSession()?.user.id
      if (now !== undefined && now !== this.#owner) this.#stopAll()
    })
  }

  of(place: string, options?: UploaderOptions): Uploader {
    const owner = currentSession()?.user.id
    if (owner !== undefined && owner !== this.#owner) this.#stopAll()
    this.#owner = owner ?? this.#owner
    const known = this.#uploaders.get(place)
    if (known) return known
    const uploader = new Uploader(options)
    this.#uploaders.set(place, uploader)
    uploader.items.subscribe(() => this.#guard())
    return uploader
  }

  #stopAll(): void {
    for (const uploader of this.#uploaders.values()) uploader.stop()
    this.#uploaders.clear()
    this.#guard()
  }

  /** Makes the browser ask before it closes a window that is still uploading. */
  #guard(): void {
    const isSending = [...this.#uploaders.values()].some(({ items }) =>
      items.get().some(({ state }) => state === 'queued' || state === 'sending' || state === 'finishing'),
    )
    if (isSending) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  }
}

export const windowUploads = new WindowUploads()
