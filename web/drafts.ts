import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { findDraft, keepAt, ownPlace, placeOf, readDraft } from './draft-store.ts'
import { removeStored } from './storage.ts'

const SAVE_AFTER_MS = 250

/** Keeps the latest value shortly after the last change, and at once when the page is hidden or left. */
function draftKeeper<T>(key: string, onSaved: (savedAt: number) => void = () => {}) {
  // Fixed when typing starts: what was typed by one person is never kept under the next one's name.
  const shared = placeOf(key)
  const found = findDraft<T>(shared)
  let place = found?.place === ownPlace(shared) ? found.place : shared
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: { value: T } | undefined
  let latest: { value: T } | undefined = found?.draft

  function flush(): void {
    clearTimeout(timer)
    if (!waiting) return
    const savedAt = Date.now()
    if (keepAt(place, { value: waiting.value, savedAt })) onSaved(savedAt)
    waiting = undefined
  }
  function drop(): void {
    clearTimeout(timer)
    waiting = undefined
    latest = undefined
    removeStored(place)
    // What a tab that is gone had left behind, and this form began with.
    if (found && found.place !== shared) removeStored(found.place)
  }
  function keep(value: T): void {
    waiting = latest = { value }
    clearTimeout(timer)
    timer = setTimeout(flush, SAVE_AFTER_MS)
  }
  const flushWhenHidden = () => {
    if (document.visibilityState === 'hidden') flush()
  }
  // The same form in two tabs holds two texts: the one that is written over moves to a place of its own.
  const moveAside = (event: StorageEvent) => {
    if (event.key !== shared || event.newValue === null || place !== shared || !latest) return
    place = ownPlace(shared)
    waiting = latest
    flush()
  }
  window.addEventListener('storage', moveAside)
  window.addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', flushWhenHidden)

  return {
    keep,
    flush,
    drop,
    stop() {
      flush()
      window.removeEventListener('storage', moveAside)
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flushWhenHidden)
    },
  }
}
type Keeper<T> = ReturnType<typeof draftKeeper<T>>

/** What a form shows about its draft, and what it calls when the draft has done its work. */
export interface DraftState {
  /** True while the form holds a text that was restored and not yet discarded or saved. */
  restored: boolean
  savedAt: number | null
  /** Throws the draft away and empties the form. */
  discard: () => void
  /** The text is saved on the server, or given up: the draft goes. */
  clear: () => void
}

/** A text that is kept while it is typed: `const [text, setText, draft] = useDraft('comment.' + id)`. */
export function useDraft(key: string): [text: string, setText: (text: string) => void, draft: DraftState] {
  const [found] = useState(() => readDraft<string>(key))
  const [text, show] = useState(found?.value ?? '')
  const [restored, setRestored] = useState(Boolean(found?.value))
  const [savedAt, setSavedAt] = useState(found?.savedAt ?? null)
  const keeper = useKeeper<string>(key, setSavedAt)

  const clear = useCallback(() => {
    keeper.current?.drop()
    show('')
    setRestored(false)
    setSavedAt(null)
  }, [keeper])
  const setText = useCallback(
    (next: string) => {
      show(next)
      if (next === '') keeper.current?.drop()
      else keeper.current?.keep(next)
    },
    [keeper],
  )
  return [text, setText, { restored, savedAt, discard: clear, clear }]
}

export interface FormDraftOptions {
  /** False while the form has nothing to keep, for instance before its values are loaded. */
  enabled?: boolean
  /** Fields that are never kept, such as passwords. */
  leaveOut?: readonly string[]
}

/**
 * Keeps a react-hook-form while it is filled in, and puts the draft back when the form appears again.
 * A draft that equals the form's default values is none.
 */
export function useFormDraft<T extends FieldValues>(
  form: UseFormReturn<T>,
  key: string,
  { enabled = true, leaveOut = [] }: FormDraftOptions = {},
): DraftState {
  const [restored, setRestored] = useState(false)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const keeper = useKeeper<Partial<T>>(key, setSavedAt)
  const left = leaveOut.join(' ')

  useEffect(() => {
    if (!enabled) return
    const kept = (values: T) =>
      Object.fromEntries(Object.entries(values).filter(([field]) => !left.split(' ').includes(field))) as Partial<T>
    const found = readDraft<Partial<T>>(key)
    if (found) {
      const fields = form.getValues()
      // A draft may be older than the form: a field that it has no more would be refused where nobody sees it.
      const known = Object.entries(found.value).filter(([field]) => field in fields)
      form.reset({ ...fields, ...Object.fromEntries(known) }, { keepDefaultValues: true })
      // oxlint-disable-next-line react/set-state-in-effect -- the form is filled here, outside of React's state
      setRestored(isDirty(form))
      setSavedAt(found.savedAt)
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (isDirty(form)) keeper.current?.keep(kept(values))
        else keeper.current?.drop()
      },
    })
  }, [form, key, enabled, left, keeper])

  const clear = useCallback(() => {
    keeper.current?.drop()
    setRestored(false)
    setSavedAt(null)
  }, [keeper])
  const discard = useCallback(() => {
    form.reset()
    clear()
  }, [form, clear])
  return { restored, savedAt, discard, clear }
}

function isDirty<T extends FieldValues>(form: UseFormReturn<T>): boolean {
  const now: Record<string, unknown> = form.getValues()
  // Read from the control: `formState.defaultValues` is one render behind a reset.
  const before: Record<string, unknown> = form.control._defaultValues
  return Object.keys(now).some((field) => JSON.stringify(now[field] ?? '') !== JSON.stringify(before[field] ?? ''))
}

function useKeeper<T>(key: string, onSaved: (savedAt: number) => void) {
  const keeper = useRef<Keeper<T>>(undefined)
  useEffect(() => {
    const mine = draftKeeper<T>(key, onSaved)
    keeper.current = mine
    return () => mine.stop()
  }, [key, onSaved])
  return keeper
}
