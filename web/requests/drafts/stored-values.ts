import { useEffect, useMemo, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type FormDraftOptions, useFormDraft } from './drafts.ts'
import type { DraftState } from './draft-state.ts'

/**
 * Shows in a form what is stored by now, also by somebody else; fields that have been changed here keep their values.
 * @returns of those fields the values that somebody else has saved since they were changed here
 */
export function useStoredValues<Form extends FieldValues>(form: UseFormReturn<Form>, stored: Form): Partial<Form> {
  const [savedMeanwhile, setSavedMeanwhile] = useState<Partial<Form>>({})
  const latest = JSON.stringify(stored)
  useEffect(() => {
    // Safe: the text was a `Form`.
    const now = JSON.parse(latest) as Form
    const before: Record<string, unknown> = form.control._defaultValues
    // Not the `values` of useForm: its `keepDirtyValues` would apply to every reset, and Discard would discard nothing.
    form.reset(now, { keepDirtyValues: true })
    const changed = Object.keys(changesIn(form, form.getValues()))
    // oxlint-disable-next-line react/set-state-in-effect -- the form keeps its values outside of React
    setSavedMeanwhile((shown) => {
      const conflicting = changed.filter((field) => field in shown || !isSame(now[field], before[field]))
      return conflicting.length === 0 ? shown : pick<Form>(now, conflicting)
    })
  }, [form, latest])
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const changed = changesIn(form, values)
          setSavedMeanwhile((shown) => {
            const left = Object.keys(shown).filter((field) => field in changed)
            return left.length === Object.keys(shown).length ? shown : pick<Form>(shown, left)
          })
        },
      }),
    [form],
  )
  return savedMeanwhile
}

function pick<Form>(values: Partial<Form>, fields: string[]): Partial<Form> {
  // Safe: they are entries of `values`.
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field))) as Partial<Form>
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? '') === JSON.stringify(b ?? '')
}

/**
 * A form's draft that holds only the changed fields. A draft of all fields, restored after somebody else has saved, would
 * revert their change.
 */
export function useChangesDraft<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  key: string,
  options?: FormDraftOptions,
): DraftState {
  const formOfChanges = useMemo<UseFormReturn<Form>>(
    () => ({
      ...form,
      subscribe: (payload) =>
        form.subscribe({
          ...payload,
          // Safe: a draft is restored into the fields that it has.
          callback: (state) => payload.callback({ ...state, values: changesIn(form, state.values) as Form }),
        }),
    }),
    [form],
  )
  return useFormDraft(formOfChanges, key, options)
}

/** The values that differ from what is stored. */
export function changesIn<Form extends FieldValues>(form: UseFormReturn<Form>, values: Form): Partial<Form> {
  // Read from the control: `formState.defaultValues` is one render behind a reset.
  const stored: Record<string, unknown> = form.control._defaultValues
  const changed = Object.entries(values).filter(([field, value]) => !isSame(value, stored[field]))
  // Safe: they are entries of `values`.
  return Object.fromEntries(changed) as Partial<Form>
}
