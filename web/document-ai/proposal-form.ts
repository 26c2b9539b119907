import type { DocumentProposal } from '../../shared/document-ai.ts'

/** A proposal as its form has it. */
export interface ProposalForm {
  title: string
  description: string
  department: string
  priority: string
  dueDate: string
}
export type ProposalFormField = keyof ProposalForm

export function formOf({ title, description, department, priority, dueDate }: DocumentProposal): ProposalForm {
  return { title, description, department, priority, dueDate: dueDate ?? '' }
}

const FIELDS: ProposalFormField[] = ['title', 'description', 'department', 'priority', 'dueDate']

/**
 * Two edits of one proposal: what only the other person changed is theirs, what only I changed is mine, and what both changed
 * differently is asked.
 * @param base as it was before both
 */
export function mergeForms(base: ProposalForm, mine: ProposalForm, theirs: ProposalForm) {
  const taken = FIELDS.filter((field) => mine[field] === base[field] && theirs[field] !== base[field])
  const disputed = FIELDS.filter(
    (field) => mine[field] !== base[field] && theirs[field] !== base[field] && mine[field] !== theirs[field],
  )
  return { taken, disputed }
}
