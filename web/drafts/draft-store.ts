import { currentSession } from '../client/session.ts'
import { inTab, onDevice } from '../client/storage.ts'

const PREFIX = 'rfd.draft.'
const DISCARDED = 'rfd.discarded.'
const DISCARDED_FOR_MS = 24 * 3_600_000
const TAB_KEY = 'rfd.tab'

/** What was typed into one form and not yet saved. It belongs to one person and outlives reload, sign-out and crash. */
export interface Draft<T> {
  value: T
  /** When it was last kept, milliseconds since 1970. */
  savedAt: number
}

/** A draft as it was found. */
export interface FoundDraft<T> extends Draft<T> {
  place: string
  /** false where the browser's storage is full or switched off: the text is gone with the window */
  lasting: boolean
}

/** Where a form's draft is kept for the person who is signed in now. */
export function placeOf(key: string): string {
  const user = currentSession()?.user
  // Whoever sees the page as somebody else never meets that person's own drafts, on a machine that both use.
  return `${PREFIX}${user?.seeing ? 'seeing.' : ''}${user?.id ?? 'nobody'}.${key}`
}

/** Names this tab, only to tell it from others; a reload keeps the name. */
function tabName(): string {
  const name = inTab.read(TAB_KEY) ?? Math.random().toString(36).slice(2)
  inTab.store(TAB_KEY, name)
  return name
}

/** Where this tab keeps its text once another tab has written over the shared place. */
export function ownPlace(place: string): string {
  return `${place}~${tabName()}`
}

export function readAt<T>(place: string): Draft<T> | null {
  const stored = onDevice.read(place)
  if (stored === null) return null
  try {
    const draft: unknown = JSON.parse(stored)
    const isDraft = typeof draft === 'object' && draft !== null && 'value' in draft && 'savedAt' in draft
    return isDraft ? (draft as Draft<T>) : null
  } catch {
    return null
  }
}

/** @returns whether it outlives the window */
export function keepAt<T>(place: string, draft: Draft<T>): boolean {
  const lasting = onDevice.store(place, JSON.stringify(draft))
  guardWindow()
  return lasting
}

/** A form on the screen that keeps a draft. */
export interface OpenForm {
  /** A draft has gone in this window. */
  onRemoved(place: string): void
  /** A draft is put back: `true` when the form has taken it, `false` when it is its own but holds another text by now. */
  takeBack(place: string, value: unknown): boolean | undefined
}
/** Of this window: a draft that goes or comes back has to reach its form wherever that is. */
const openForms = new Set<OpenForm>()

/** @returns the form is closed */
export function openForm(form: OpenForm): () => void {
  openForms.add(form)
  return () => openForms.delete(form)
}

export function removeAt(place: string): void {
  onDevice.remove(place)
  guardWindow()
  for (const form of openForms) form.onRemoved(place)
}

/** Puts a discarded draft back, into its form where that is open. What has been typed there since is not written over. */
export function putBack(place: string, value: unknown): void {
  const answers = [...openForms].map((form) => form.takeBack(place, value))
  if (answers.every((answer) => answer === undefined) && !readAt(place)) keepAt(place, { value, savedAt: Date.now() })
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** While a text has no other place than this window, the browser asks before it closes it. */
function guardWindow(): void {
  // Only then: some browsers keep no page with such a listener for going back to it.
  const isOnlyCopy = onDevice.keys().some((key) => key.startsWith(PREFIX) && onDevice.isUnkept(key))
  if (isOnlyCopy) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

/** This tab's own text, else the shared one, else the latest that another tab has left behind. */
export function findDraft<T>(place: string): FoundDraft<T> | null {
  const left = onDevice
    .keys()
    .filter((key) => key.startsWith(`${place}~`))
    .sort((a, b) => (readAt(b)?.savedAt ?? 0) - (readAt(a)?.savedAt ?? 0))
  for (const candidate of [ownPlace(place), place, ...left]) {
    const draft = readAt<T>(candidate)
    if (draft) return { ...draft, place: candidate, lasting: !onDevice.isUnkept(candidate) }
  }
  return null
}

export function readDraft<T>(key: string): FoundDraft<T> | null {
  return findDraft<T>(placeOf(key))
}

/** Takes a draft away whose text is saved. @returns what it was */
export function discardDraft(key: string): FoundDraft<unknown> | null {
  const found = findDraft(placeOf(key))
  if (found) removeAt(found.place)
  return found
}

/** Keeps a discarded text for a day, on this device and for the same person: the toast that offers it back lasts seconds. */
export function keepDiscarded(place: string, value: unknown): void {
  onDevice.store(discardedPlace(place), JSON.stringify({ value, savedAt: Date.now() }))
}

/** @returns the text last discarded from this form, unless that was more than a day ago */
export function readDiscarded<T>(key: string): Draft<T> | null {
  const place = discardedPlace(placeOf(key))
  const discarded = readAt<T>(place)
  if (!discarded || Date.now() - discarded.savedAt < DISCARDED_FOR_MS) return discarded
  onDevice.remove(place)
  return null
}

/** Puts the text last discarded from this form back into it, which is open. */
export function restoreDiscarded(key: string): void {
  const discarded = readDiscarded(key)
  if (!discarded) return
  const shared = placeOf(key)
  const isTaken = [shared, ownPlace(shared)].some((place) =>
    [...openForms].some((form) => form.takeBack(place, discarded.value)),
  )
  if (isTaken) forgetDiscarded(shared)
}

/** The text is back in its form. */
export function forgetDiscarded(place: string): void {
  onDevice.remove(discardedPlace(place))
}

/** One for a form, whichever tab the text was typed in. */
function discardedPlace(place: string): string {
  return DISCARDED + place.slice(PREFIX.length).replace(/~[^~]*$/, '')
}
