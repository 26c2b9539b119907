import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { DocumentProposal } from '../../shared/document-ai.ts'
import { formOf, mergeForms, type ProposalForm, type ProposalFormField } from './proposal-form.ts'

/** Somebody else saved the proposal while it was edited here: what is typed stays, and the next attempt is about theirs. */
export function useProposalClash(form: UseFormReturn<ProposalForm>, proposal: DocumentProposal) {
  const [base, setBase] = useState(proposal)
  const [disputed, setDisputed] = useState<ProposalFormField[] | null>(null)
  const put = (field: ProposalFormField, value: string) => form.setValue(field, value, { shouldDirty: true })
  return {
    /** what is compared with: the newest that is known of the proposal */
    base,
    /** fields that both have changed differently; null while nobody was first */
    disputed,
    meet: (current: DocumentProposal) => {
      const theirs = formOf(current)
      const found = mergeForms(formOf(base), form.getValues(), theirs)
      for (const field of found.taken) put(field, theirs[field])
      setBase(current)
      setDisputed(found.disputed)
    },
    take: (field: ProposalFormField) => {
      put(field, formOf(base)[field])
      setDisputed((before) => before?.filter((one) => one !== field) ?? null)
    },
  }
}
