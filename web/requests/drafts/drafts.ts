import { useCallback, useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { readDraft } from './draft-store.ts'
import { asShown, unchanged, useDraftSaver, type DraftState, type Shown } from './draft-state.ts'

/** Text state that is saved as a draft while typing: `const [text, setText, draft] = useDraft('comment.' + id)`. */
export function useDraft(key: string): [text: string, setText: (text: string) => void, draft: DraftState] {
  const [initial] = useState(() => readDraft<string>(key))
  const [text, show] = useState(initial?.value ?? '')
  const [restored, setRestored] = useState(Boolean(initial?.value))
  const [saved, setSaved] = useState<Shown | null>(initial)
  const empty = useCallback(() => {
    show('')
    setRestored(false)
    setSaved(null)
  }, [])
  const restore = useCallback((value: string) => {
    show(value)
    setRestored(true)
    setSaved(unchanged)
  }, [])
  const saver = useDraftSaver<string>(key, setSaved, empty, restore)

  const clear = useCallback(() => {
    saver.current?.drop()
    empty()
  }, [saver, empty])
  const discard = useCallback(() => {
    saver.current?.discard()
    empty()
  }, [saver, empty])
  const setText = useCallback(
    (next: string) => {
      show(next)
      if (next === '') saver.current?.drop()
      else saver.current?.keep(next)
    },
    [saver],
  )
  return [text, setText, { restored, ...asShown(saved), discard, clear }]
}

export interface FormDraftOptions {
  /** Fields that are never stored, such as passwords. */
  leaveOut?: readonly string[]
}

/**
 * Saves a react-hook-form as a draft while it is filled in, and restores the draft when the form appears again.
 * Values that equal the form's defaults are no draft.
 */
export function useFormDraft<T extends FieldValues>(
  form: UseFormReturn<T>,
  key: string,
  { leaveOut = [] }: FormDraftOptions = {},
): DraftState {
  const [restored, setRestored] = useState(false)
  const [saved, setSaved] = useState<Shown | null>(null)
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
      // A draft may be older than the form: a field that no longer exists would be refused without a visible message.
      const known = Object.entries(value).filter(([field]) => field in fields)
      form.reset({ ...fields, ...Object.fromEntries(known) }, { keepDefaultValues: true })
      setRestored(isDirty(form))
      setSaved(unchanged)
    },
    [form],
  )
  const saver = useDraftSaver<Partial<T>>(key, setSaved, empty, fill)
  const left = leaveOut.join(' ')

  useEffect(() => {
    const kept = (values: T) =>
      Object.fromEntries(Object.entries(values).filter(([field]) => !left.split(' ').includes(field))) as Partial<T>
    const draft = readDraft<Partial<T>>(key)
    if (draft) {
      // oxlint-disable-next-line react/set-state-in-effect -- the form keeps its values outside of React, so they are filled in after it has been drawn
      fill(draft.value)
      setSaved(draft)
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (isDirty(form)) saver.current?.keep(kept(values))
        else saver.current?.drop()
      },
    })
  }, [fill, form, key, left, saver])

  const clear = useCallback(() => {
    saver.current?.drop()
    forget()
  }, [saver, forget])
  const discard = useCallback(() => {
    saver.current?.discard()
    empty()
  }, [saver, empty])
  return { restored, ...asShown(saved), discard, clear }
}

function isDirty<T extends FieldValues>(form: UseFormReturn<T>): boolean {
  const now: Record<string, unknown> = form.getValues()
  // Read from the control: `formState.defaultValues` is one render behind a reset.
  const before: Record<string, unknown> = form.control._defaultValues
  return Object.keys(now).some((field) => JSON.stringify(now[field] ?? '') !== JSON.stringify(before[field] ?? ''))
}
