import { currentSession } from '../client/session.ts'
import { inTab, onDevice } from '../client/storage.ts'

const PREFIX = 'rfd.draft.'
const DISCARDED = 'rfd.discarded.'
const DISCARDED_RETENTION_MS = 24 * 3_600_000
const TAB_KEY = 'rfd.tab'

/** Unsaved text of one form. It belongs to one person and survives reload, sign-out and crash. */
export interface Draft<T> {
  value: T
  /** When it was last stored, milliseconds since 1970. */
  savedAt: number
}

/** A draft with the storage key that it was found under. */
export interface FoundDraft<T> extends Draft<T> {
  storageKey: string
  /** false if the browser's storage is full or disabled: the text is lost with the window */
  isPersisted: boolean
}

/** Storage key of a form's draft for the person who is signed in now. */
export function storageKeyOf(key: string): string {
  const user = currentSession()?.user
  // An administrator who sees the page as another person never gets that person's drafts on a shared machine.
  return `${PREFIX}${user?.seeing ? 'seeing.' : ''}${user?.id ?? 'nobody'}.${key}`
}

/** Identifies this tab among others; survives a reload. */
function tabName(): string {
  const name = inTab.read(TAB_KEY) ?? Math.random().toString(36).slice(2)
  inTab.store(TAB_KEY, name)
  return name
}

/** Storage key of this tab's text once another tab has overwritten the shared one. */
export function tabKey(storageKey: string): string {
  return `${storageKey}~${tabName()}`
}

export function readStored<T>(storageKey: string): Draft<T> | null {
  const stored = onDevice.read(storageKey)
  if (stored === null) return null
  try {
    const draft: unknown = JSON.parse(stored)
    const isDraft = typeof draft === 'object' && draft !== null && 'value' in draft && 'savedAt' in draft
    return isDraft ? (draft as Draft<T>) : null
  } catch {
    return null
  }
}

/** @returns whether the draft outlives the window */
export function writeStored<T>(storageKey: string, draft: Draft<T>): boolean {
  const isPersisted = onDevice.store(storageKey, JSON.stringify(draft))
  guardWindow()
  return isPersisted
}

/** A form on the screen that saves a draft. */
export interface OpenForm {
  /** A draft was removed in this window. */
  onRemoved(storageKey: string): void
  /** Restores a draft. @returns `false` if the form has other text by now, undefined if the draft is another form's */
  restore(storageKey: string, value: unknown): boolean | undefined
}
/** The forms open in this window: a removed or restored draft has to reach its form wherever that is. */
const openForms = new Set<OpenForm>()

/** @returns unregisters the form */
export function openForm(form: OpenForm): () => void {
  dropOldDiscarded()
  openForms.add(form)
  return () => openForms.delete(form)
}

export function removeStored(storageKey: string): void {
  onDevice.remove(storageKey)
  guardWindow()
  for (const form of openForms) form.onRemoved(storageKey)
}

/** Restores a discarded draft, into its form if that is open. Text typed there since is not overwritten. */
export function restoreDraft(storageKey: string, value: unknown): void {
  const answers = [...openForms].map((form) => form.restore(storageKey, value))
  if (answers.every((answer) => answer === undefined) && !readStored(storageKey))
    writeStored(storageKey, { value, savedAt: Date.now() })
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** While a text exists in this window only, the browser asks before closing it. */
function guardWindow(): void {
  // Added only then: such a listener keeps the page out of some browsers' back/forward cache.
  const isOnlyCopy = onDevice.keys().some((key) => key.startsWith(PREFIX) && onDevice.isInMemoryOnly(key))
  if (isOnlyCopy) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

/** This tab's own text, else the shared one, else the latest left behind by another tab. */
export function findDraft<T>(storageKey: string): FoundDraft<T> | null {
  const left = onDevice
    .keys()
    .filter((key) => key.startsWith(`${storageKey}~`))
    .sort((a, b) => (readStored(b)?.savedAt ?? 0) - (readStored(a)?.savedAt ?? 0))
  for (const candidate of [tabKey(storageKey), storageKey, ...left]) {
    const draft = readStored<T>(candidate)
    if (draft) return { ...draft, storageKey: candidate, isPersisted: !onDevice.isInMemoryOnly(candidate) }
  }
  return null
}

export function readDraft<T>(key: string): FoundDraft<T> | null {
  return findDraft<T>(storageKeyOf(key))
}

/** Removes a draft. @returns the removed draft; null if there was none */
export function discardDraft(key: string): FoundDraft<unknown> | null {
  const found = findDraft(storageKeyOf(key))
  if (found) removeStored(found.storageKey)
  return found
}

/** Stores a discarded text for a day, on this device and for the same person: the toast that offers it lasts seconds. */
export function storeDiscarded(storageKey: string, value: unknown): void {
  dropOldDiscarded()
  onDevice.store(discardedKey(storageKey), JSON.stringify({ value, savedAt: Date.now() }))
}

/** Removes expired ones of all forms and people, which would pile up on a shared machine. */
function dropOldDiscarded(): void {
  for (const storageKey of onDevice.keys())
    if (
      storageKey.startsWith(DISCARDED) &&
      Date.now() - (readStored(storageKey)?.savedAt ?? 0) >= DISCARDED_RETENTION_MS
    )
      onDevice.remove(storageKey)
}

/** @returns the text last discarded from this form, unless that was more than a day ago */
export function readDiscarded<T>(key: string): Draft<T> | null {
  dropOldDiscarded()
  return readStored<T>(discardedKey(storageKeyOf(key)))
}

/** Restores the text last discarded from this form, which must be open. */
export function restoreDiscarded(key: string): void {
  const discarded = readDiscarded(key)
  if (!discarded) return
  const shared = storageKeyOf(key)
  const isTaken = [shared, tabKey(shared)].some((storageKey) =>
    [...openForms].some((form) => form.restore(storageKey, discarded.value)),
  )
  if (isTaken) forgetDiscarded(shared)
}

/** Call once the text is back in its form. */
export function forgetDiscarded(storageKey: string): void {
  onDevice.remove(discardedKey(storageKey))
}

/** One key per form, whichever tab the text was typed in. */
function discardedKey(storageKey: string): string {
  return DISCARDED + storageKey.slice(PREFIX.length).replace(/~[^~]*$/, '')
}
