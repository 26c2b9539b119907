import {
  findDraft,
  keepAt,
  openForm,
  ownPlace,
  placeOf,
  readAt,
  removeAt,
  type FoundDraft,
  type OpenForm,
} from './draft-store.ts'
import { offerUndo } from './discard.ts'

const SAVE_AFTER_MS = 250

export type Saved = Pick<FoundDraft<unknown>, 'savedAt' | 'lasting'>

/** What the form hears about its draft. */
export interface DraftListener<T> {
  onSaved: (saved: Saved) => void
  /** the draft was saved or thrown away from elsewhere in this window, and nothing was typed since */
  onGone: () => void
  /** a discarded draft was put back */
  onReturn: (value: T) => void
}

/** Keeps the latest value of a form shortly after the last change, and at once when the page is hidden or left. */
export class DraftKeeper<T> implements OpenForm {
  /** Fixed when typing starts: what was typed by one person is never kept under the next one's name. */
  readonly #shared: string
  readonly #found: FoundDraft<T> | null
  readonly #listener: DraftListener<T>
  readonly #stops: (() => void)[] = []
  #place: string
  #latest: { value: T } | undefined
  /** What is not stored yet. */
  #waiting: { value: T } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStopped = false
  #isDropping = false

  constructor(key: string, listener: DraftListener<T>) {
    this.#shared = placeOf(key)
    this.#listener = listener
    this.#found = findDraft<T>(this.#shared)
    this.#place = this.#found?.place === ownPlace(this.#shared) ? this.#found.place : this.#shared
    this.#latest = this.#found ?? undefined
    this.#stops.push(openForm(this))
    this.#listen(window, 'storage', this.#moveAside)
    this.#listen(window, 'pagehide', this.#flush)
    this.#listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.#flush()
    })
  }

  keep(value: T): void {
    this.#waiting = this.#latest = { value }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#flush, SAVE_AFTER_MS)
  }

  /** The text is saved on the server, or given up. */
  drop(): void {
    clearTimeout(this.#timer)
    const mine = JSON.stringify(this.#latest?.value)
    this.#waiting = undefined
    this.#latest = undefined
    const kept = readAt<T>(this.#place)
    // This form was closed meanwhile and opened again: what has been made of its text since is not what was saved.
    if (this.#isStopped && kept && JSON.stringify(kept.value) !== mine) return
    this.#isDropping = true
    removeAt(this.#place)
    // What a tab that is gone had left behind, and this form began with.
    if (this.#found && this.#found.place !== this.#shared) removeAt(this.#found.place)
    this.#isDropping = false
  }

  /** Drops what was typed, with the way to have it back. */
  discard(): void {
    const dropped = this.#latest
    this.drop()
    if (dropped) offerUndo([{ place: this.#place, value: dropped.value }])
  }

  stop(): void {
    this.#flush()
    this.#isStopped = true
    for (const stop of this.#stops) stop()
  }

  /** The same form, closed while it was being saved, has saved this very text; or it was discarded by a toast. */
  onRemoved(place: string): void {
    if (place !== this.#place || this.#isDropping || this.#waiting || !this.#latest) return
    this.#latest = undefined
    this.#listener.onGone()
  }

  takeBack(place: string, value: unknown): boolean | undefined {
    if (place !== this.#place) return undefined
    if (this.#latest) return false
    // It was this form's own.
    this.keep(value as T)
    this.#flush()
    this.#listener.onReturn(value as T)
    return true
  }

  readonly #flush = (): void => {
    clearTimeout(this.#timer)
    if (!this.#waiting) return
    const savedAt = Date.now()
    const lasting = keepAt(this.#place, { value: this.#waiting.value, savedAt })
    this.#listener.onSaved({ savedAt, lasting })
    this.#waiting = undefined
  }

  /** The same form in two tabs holds two texts: the one that is written over moves to a place of its own. */
  readonly #moveAside = (event: Event): void => {
    if (!(event instanceof StorageEvent) || event.key !== this.#shared || event.newValue === null) return
    if (this.#place !== this.#shared || !this.#latest) return
    this.#place = ownPlace(this.#shared)
    this.#waiting = this.#latest
    this.#flush()
  }

  #listen(target: EventTarget, type: string, listener: (event: Event) => void): void {
    target.addEventListener(type, listener)
    this.#stops.push(() => target.removeEventListener(type, listener))
  }
}
