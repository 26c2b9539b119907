import {
  type DocumentProposal,
  PROPOSAL_FIELDS,
  type ProposalField,
  type ProposalPatch,
} from '../../shared/document-proposals.ts'
import type { Priority } from '../../shared/requests.ts'

/** The values at the start of editing. Kept in the draft, because conflicts are detected against them. */
export type Base = Pick<DocumentProposal, ProposalField | 'version'>

type Values = Record<ProposalField, string>

/** The form values of a proposal. */
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
export function differing(a: Values, b: Values): ProposalField[] {
  return PROPOSAL_FIELDS.filter((field) => a[field] !== b[field])
}

/** Differences from the proposal at the start of editing. */
export function patchOf(form: ProposalForm): ProposalPatch {
  const changed = differing(form, valuesOf(form.base)).map((field) => [field, form[field]])
  const { dueDate, priority, ...rest }: Partial<Omit<ProposalForm, 'base'>> = Object.fromEntries(changed)
  return {
    version: form.base.version,
    ...rest,
    // The select offers only priorities.
    ...(priority !== undefined && { priority: priority as Priority }),
    ...(dueDate !== undefined && { dueDate: dueDate === '' ? null : dueDate }),
  }
}

/**
 * Three-way merge of two edits of one proposal: a field that only one person changed takes that value; fields that both changed
 * differently are disputed.
 * @param base the values before both edits
 */
export function mergeForms(base: Values, mine: Values, theirs: Values) {
  const taken = PROPOSAL_FIELDS.filter((field) => mine[field] === base[field] && theirs[field] !== base[field])
  const disputed = PROPOSAL_FIELDS.filter(
    (field) => mine[field] !== base[field] && theirs[field] !== base[field] && mine[field] !== theirs[field],
  )
  return { taken, disputed }
}
