import { offerUndo } from './discard.ts'
import { dropOldDiscarded } from './discarded-drafts.ts'
import {
  findDraft,
  type FoundDraft,
  readStored,
  removeStored,
  storageKeyOf,
  tabKey,
  writeStored,
} from './draft-store.ts'
import { openForm, type OpenForm } from './open-forms.ts'

const SAVE_AFTER_MS = 250

export type Saved = Pick<FoundDraft<unknown>, 'savedAt' | 'isPersisted'>

/** Callbacks that tell the form about its draft. */
export interface DraftListener<T> {
  onSaved: (saved: Saved) => void
  /** the draft was saved or discarded elsewhere in this window, and nothing was typed since */
  onGone: () => void
  /** a discarded draft was restored */
  onReturn: (value: T) => void
}

/** Saves the latest value of a form, debounced after the last change, and at once when the page is hidden or left. */
export class DraftSaver<T> implements OpenForm {
  /** Fixed when the form opens: text typed by one person is never stored under the next person's key. */
  readonly #shared: string
  readonly #found: FoundDraft<T> | null
  readonly #listener: DraftListener<T>
  readonly #stops: (() => void)[] = []
  #storageKey: string
  #latest: { value: T } | undefined
  /** The value that is not stored yet. */
  #waiting: { value: T } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStopped = false
  #isDropping = false

  constructor(key: string, listener: DraftListener<T>) {
    this.#shared = storageKeyOf(key)
    this.#listener = listener
    this.#found = findDraft<T>(this.#shared)
    this.#storageKey = this.#found?.storageKey === tabKey(this.#shared) ? this.#found.storageKey : this.#shared
    this.#latest = this.#found ?? undefined
    dropOldDiscarded()
    this.#stops.push(openForm(this))
    this.#listen(window, 'storage', this.#onStorage)
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

  /** Removes the draft, because its text was saved on the server or given up. */
  drop(): void {
    clearTimeout(this.#timer)
    const mine = JSON.stringify(this.#latest?.value)
    this.#waiting = undefined
    this.#latest = undefined
    const stored = readStored<T>(this.#storageKey)
    // The form was closed and reopened meanwhile: a draft edited since then is not the text that was saved.
    if (this.#isStopped && stored && JSON.stringify(stored.value) !== mine) return
    this.#isDropping = true
    removeStored(this.#storageKey)
    // The form was filled from a draft that another tab had left behind.
    if (this.#found && this.#found.storageKey !== this.#shared) removeStored(this.#found.storageKey)
    this.#isDropping = false
  }

  /** Removes the draft and offers Undo. */
  discard(): void {
    const dropped = this.#latest
    this.drop()
    if (dropped) offerUndo([{ storageKey: this.#storageKey, value: dropped.value }])
  }

  stop(): void {
    this.#flush()
    this.#isStopped = true
    for (const stop of this.#stops) stop()
  }

  /** An earlier instance of this form, closed while it was being saved, has saved this text; or a toast discarded it. */
  onRemoved(storageKey: string): void {
    if (storageKey !== this.#storageKey || this.#isDropping || this.#waiting || !this.#latest) return
    this.#latest = undefined
    this.#listener.onGone()
  }

  restore(storageKey: string, value: unknown): boolean | undefined {
    if (storageKey !== this.#storageKey) return undefined
    if (this.#latest) return false
    // Safe: the value came from this form.
    this.keep(value as T)
    this.#flush()
    this.#listener.onReturn(value as T)
    return true
  }

  readonly #flush = (): void => {
    clearTimeout(this.#timer)
    if (!this.#waiting) return
    const savedAt = Date.now()
    const isPersisted = writeStored(this.#storageKey, { value: this.#waiting.value, savedAt })
    this.#listener.onSaved({ savedAt, isPersisted })
    this.#waiting = undefined
  }

  /**
   * The form is open in two tabs: when the other one overwrites the shared key, this tab's text moves to its own key. When
   * the other one was filled from that key, and removes it with its own text, this tab's text is stored again.
   */
  readonly #onStorage = (event: Event): void => {
    if (!(event instanceof StorageEvent) || event.key !== this.#storageKey || !this.#latest) return
    const isShared = this.#storageKey === this.#shared
    if (isShared === (event.newValue === null)) return
    if (isShared) this.#storageKey = tabKey(this.#shared)
    this.#waiting = this.#latest
    this.#flush()
  }

  #listen(target: EventTarget, type: string, listener: (event: Event) => void): void {
    target.addEventListener(type, listener)
    this.#stops.push(() => target.removeEventListener(type, listener))
  }
}
