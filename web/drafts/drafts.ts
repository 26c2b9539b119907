import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import {
  findDraft,
  type FoundDraft,
  keepAt,
  ownPlace,
  placeOf,
  readAt,
  readDraft,
  removeAt,
  watchRemovals,
  watchReturns,
} from './draft-store.ts'
import { offerUndo } from './discard.ts'

const SAVE_AFTER_MS = 250

type Saved = Pick<FoundDraft<unknown>, 'savedAt' | 'lasting'>

/**
 * Keeps the latest value shortly after the last change, and at once when the page is hidden or left.
 * @param onGone the draft was saved or thrown away from elsewhere in this window, and nothing was typed since
 * @param onReturn a discarded draft was put back
 */
function draftKeeper<T>(
  key: string,
  onSaved: (saved: Saved) => void,
  onGone: () => void,
  onReturn: (value: T) => void,
) {
  // Fixed when typing starts: what was typed by one person is never kept under the next one's name.
  const shared = placeOf(key)
  const found = findDraft<T>(shared)
  let place = found?.place === ownPlace(shared) ? found.place : shared
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: { value: T } | undefined
  let latest: { value: T } | undefined = found ?? undefined
  let stopped = false
  let isDropping = false

  function flush(): void {
    clearTimeout(timer)
    if (!waiting) return
    const savedAt = Date.now()
    onSaved({ savedAt, lasting: keepAt(place, { value: waiting.value, savedAt }) })
    waiting = undefined
  }
  function drop(): void {
    clearTimeout(timer)
    const mine = JSON.stringify(latest?.value)
    waiting = undefined
    latest = undefined
    const kept = readAt<T>(place)
    // This form was closed meanwhile and opened again: what has been made of its text since is not what was saved.
    if (stopped && kept && JSON.stringify(kept.value) !== mine) return
    isDropping = true
    removeAt(place)
    // What a tab that is gone had left behind, and this form began with.
    if (found && found.place !== shared) removeAt(found.place)
    isDropping = false
  }
  // The same form, closed while it was being saved, has saved this very text; or it was discarded by a toast.
  const stopWatching = watchRemovals((removed) => {
    if (removed !== place || isDropping || waiting || !latest) return
    latest = undefined
    onGone()
  })
  const stopReturns = watchReturns((returned, value) => {
    if (returned !== place) return undefined
    if (latest) return false
    // It was this form's own.
    keep(value as T)
    flush()
    onReturn(value as T)
    return true
  })
  /** Drops what was typed, with the way to have it back. */
  function discard(): void {
    const dropped = latest
    drop()
    if (dropped) offerUndo([{ place, value: dropped.value }])
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
    drop,
    discard,
    stop() {
      flush()
      stopped = true
      stopWatching()
      stopReturns()
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
  /** False when the browser refused to keep the text: it lives in this window only. */
  lasting: boolean
  /** Throws the draft away and empties the form; a toast offers to have it back. */
  discard: () => void
  /** The text is saved on the server, or given up: the draft goes. */
  clear: () => void
}

/** A text that is kept while it is typed: `const [text, setText, draft] = useDraft('comment.' + id)`. */
export function useDraft(key: string): [text: string, setText: (text: string) => void, draft: DraftState] {
  const [found] = useState(() => readDraft<string>(key))
  const [text, show] = useState(found?.value ?? '')
  const [restored, setRestored] = useState(Boolean(found?.value))
  const [saved, setSaved] = useState<Saved | null>(found)
  const empty = useCallback(() => {
    show('')
    setRestored(false)
    setSaved(null)
  }, [])
  const takeBack = useCallback((value: string) => {
    show(value)
    setRestored(true)
  }, [])
  const keeper = useKeeper<string>(key, setSaved, empty, takeBack)

  const clear = useCallback(() => {
    keeper.current?.drop()
    empty()
  }, [keeper, empty])
  const discard = useCallback(() => {
    keeper.current?.discard()
    empty()
  }, [keeper, empty])
  const setText = useCallback(
    (next: string) => {
      show(next)
      if (next === '') keeper.current?.drop()
      else keeper.current?.keep(next)
    },
    [keeper],
  )
  return [text, setText, { restored, ...asShown(saved), discard, clear }]
}

export interface FormDraftOptions {
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
  { leaveOut = [] }: FormDraftOptions = {},
): DraftState {
  const [restored, setRestored] = useState(false)
  const [saved, setSaved] = useState<Saved | null>(null)
  const forget = useCallback(() => {
    setRestored(false)
    setSaved(null)
  }, [])
  const empty = useCallback(() => {
    form.reset()
    forget()
  }, [form, forget])
  const fill = useCallback(
    (value: Partial<T>) => {
      const fields = form.getValues()
      // A draft may be older than the form: a field that it has no more would be refused where nobody sees it.
      const known = Object.entries(value).filter(([field]) => field in fields)
      form.reset({ ...fields, ...Object.fromEntries(known) }, { keepDefaultValues: true })
      setRestored(isDirty(form))
    },
    [form],
  )
  const keeper = useKeeper<Partial<T>>(key, setSaved, empty, fill)
  const left = leaveOut.join(' ')

  useEffect(() => {
    const kept = (values: T) =>
      Object.fromEntries(Object.entries(values).filter(([field]) => !left.split(' ').includes(field))) as Partial<T>
    const found = readDraft<Partial<T>>(key)
    if (found) {
      // oxlint-disable-next-line react/set-state-in-effect -- the form is filled here, outside of React's state
      fill(found.value)
      setSaved(found)
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (isDirty(form)) keeper.current?.keep(kept(values))
        else keeper.current?.drop()
      },
    })
  }, [fill, form, key, left, keeper])

  const clear = useCallback(() => {
    keeper.current?.drop()
    forget()
  }, [keeper, forget])
  const discard = useCallback(() => {
    keeper.current?.discard()
    empty()
  }, [keeper, empty])
  return { restored, ...asShown(saved), discard, clear }
}

function isDirty<T extends FieldValues>(form: UseFormReturn<T>): boolean {
  const now: Record<string, unknown> = form.getValues()
  // Read from the control: `formState.defaultValues` is one render behind a reset.
  const before: Record<string, unknown> = form.control._defaultValues
  return Object.keys(now).some((field) => JSON.stringify(now[field] ?? '') !== JSON.stringify(before[field] ?? ''))
}

function asShown(saved: Saved | null): Pick<DraftState, 'savedAt' | 'lasting'> {
  return { savedAt: saved?.savedAt ?? null, lasting: saved?.lasting ?? true }
}

function useKeeper<T>(key: string, onSaved: (saved: Saved) => void, onGone: () => void, onReturn: (value: T) => void) {
  const keeper = useRef<Keeper<T>>(undefined)
  useEffect(() => {
    const mine = draftKeeper<T>(key, onSaved, onGone, onReturn)
    keeper.current = mine
    return () => mine.stop()
  }, [key, onSaved, onGone, onReturn])
  return keeper
}
