import { currentSession, subscribeToSession } from '../client/session.ts'
import { Uploader, type UploaderOptions } from './uploader.ts'

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * The uploaders of this window by the place that their files are for. Files go on while the screen that they were chosen on is
 * closed, and wait while nobody is signed in; they never meet the next person.
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

  /** The browser asks before it closes a window that still sends files. */
  #guard(): void {
    const isSending = [...this.#uploaders.values()].some(({ items }) =>
      items.get().some(({ state }) => state === 'queued' || state === 'sending' || state === 'finishing'),
    )
    if (isSending) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  }
}

export const windowUploads = new WindowUploads()
