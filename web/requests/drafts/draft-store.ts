import { currentSession } from '../../client/session.ts'
import { inTab, onDevice } from '../../client/storage.ts'
import { openForms } from './open-forms.ts'

export const DRAFT_PREFIX = 'rfd.draft.'
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
  return `${DRAFT_PREFIX}${user?.seeing ? 'seeing.' : ''}${user?.id ?? 'nobody'}.${key}`
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

export function removeStored(storageKey: string): void {
  onDevice.remove(storageKey)
  guardWindow()
  for (const form of openForms) form.onRemoved(storageKey)
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** While a text exists in this window only, the browser asks before closing it. */
function guardWindow(): void {
  // Added only then: such a listener keeps the page out of some browsers' back/forward cache.
  const isOnlyCopy = onDevice.keys().some((key) => key.startsWith(DRAFT_PREFIX) && onDevice.isInMemoryOnly(key))
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
  const draft = findDraft(storageKeyOf(key))
  if (draft) removeStored(draft.storageKey)
  return draft
}
