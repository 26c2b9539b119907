import { useEffect, useMemo } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type DraftState, type FormDraftOptions, useFormDraft } from './drafts.ts'

/** Shows in a form what is stored by now, also by somebody else; fields that have been changed here keep their values. */
export function useStoredValues<Form extends FieldValues>(form: UseFormReturn<Form>, stored: Form): void {
  const latest = JSON.stringify(stored)
  useEffect(() => {
    // Not the `values` of useForm: its `keepDirtyValues` would apply to every reset, and Discard would discard nothing.
    // Safe: the text was a `Form`.
    form.reset(JSON.parse(latest) as Form, { keepDirtyValues: true })
  }, [form, latest])
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
  const changed = Object.entries(values).filter(
    ([field, value]) => JSON.stringify(value ?? '') !== JSON.stringify(stored[field] ?? ''),
  )
  // Safe: they are entries of `values`.
  return Object.fromEntries(changed) as Partial<Form>
}
