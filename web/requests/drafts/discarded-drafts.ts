import { onDevice } from '../../client/storage.ts'
import { type Draft, DRAFT_PREFIX, readStored, storageKeyOf, tabKey, writeStored } from './draft-store.ts'
import { openForms } from './open-forms.ts'

const DISCARDED = 'rfd.discarded.'
const DISCARDED_RETENTION_MS = 24 * 3_600_000

/** Stores a discarded text for a day, on this device and for the same person: the toast that offers it lasts seconds. */
export function storeDiscarded(storageKey: string, value: unknown): void {
  dropOldDiscarded()
  onDevice.store(discardedKey(storageKey), JSON.stringify({ value, savedAt: Date.now() }))
}

/** Removes expired ones of all forms and people, which would pile up on a shared machine. */
export function dropOldDiscarded(): void {
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

/** Restores a discarded draft, into its form if that is open. Text typed there since is not overwritten. */
export function restoreDraft(storageKey: string, value: unknown): void {
  const answers = [...openForms].map((form) => form.restore(storageKey, value))
  if (answers.every((answer) => answer === undefined) && !readStored(storageKey))
    writeStored(storageKey, { value, savedAt: Date.now() })
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
  return DISCARDED + storageKey.slice(DRAFT_PREFIX.length).replace(/~[^~]*$/, '')
}
