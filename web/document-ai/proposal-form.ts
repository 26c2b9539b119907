import { type DocumentProposal, PROPOSAL_FIELDS, type ProposalField } from '../../shared/document-ai.ts'

/** What the editing began with. It is kept in the draft, because a conflict is judged by it. */
export type Base = Pick<DocumentProposal, ProposalField | 'version'>

type Values = Record<ProposalField, string>

/** A proposal as its form has it. */
export interface ProposalForm extends Values {
  base: Base
}

export function formOf({ title, description, department, priority, dueDate, version }: Base): ProposalForm {
  const base = { title, description, department, priority, dueDate, version }
  return { ...valuesOf(base), base }
}

export function valuesOf({ title, description, department, priority, dueDate }: Base): Values {
  return { title, description, department, priority, dueDate: dueDate ?? '' }
}

/** The fields in which two of them differ. */
export function differing(one: Values, other: Values): ProposalField[] {
  return PROPOSAL_FIELDS.filter((field) => one[field] !== other[field])
}

/**
 * Two edits of one proposal: what only the other person changed is theirs, what only I changed is mine, and what both changed
 * differently is asked.
 * @param base as it was before both
 */
export function mergeForms(base: Values, mine: Values, theirs: Values) {
  const taken = PROPOSAL_FIELDS.filter((field) => mine[field] === base[field] && theirs[field] !== base[field])
  const disputed = PROPOSAL_FIELDS.filter(
    (field) => mine[field] !== base[field] && theirs[field] !== base[field] && mine[field] !== theirs[field],
  )
  return { taken, disputed }
}
