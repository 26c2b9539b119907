import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ProposalField } from '../../shared/document-proposals.ts'
import { type Base, formOf, mergeForms, type ProposalForm, valuesOf } from './proposal-form.ts'

/** Another person saved the proposal during this edit: typed values stay, and the next save is based on theirs. */
export function useProposalConflict(form: UseFormReturn<ProposalForm>) {
  const [disputed, setDisputed] = useState<ProposalField[] | null>(null)
  const base = () => form.getValues('base')
  const put = (field: ProposalField, value: string) => form.setValue(field, value, { shouldDirty: true })
  return {
    /** fields that both have changed differently; null without a conflict */
    disputed,
    mergeWith: (current: Base) => {
      const theirs = valuesOf(current)
      const merged = mergeForms(valuesOf(base()), form.getValues(), theirs)
      for (const field of merged.taken) put(field, theirs[field])
      form.setValue('base', formOf(current).base)
      setDisputed(merged.disputed)
    },
    take: (field: ProposalField) => {
      put(field, valuesOf(base())[field])
      setDisputed((before) => before?.filter((one) => one !== field) ?? null)
    },
  }
}
