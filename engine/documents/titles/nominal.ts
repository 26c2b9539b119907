import { lowered } from './words.ts'

const VERBS: Record<string, string> = {
  introduction: 'Introduce', publication: 'Publish', removal: 'Remove', integration: 'Integrate', preparation: 'Prepare',
  installation: 'Install', creation: 'Create', addition: 'Add', implementation: 'Implement', development: 'Develop',
  replacement: 'Replace', correction: 'Correct', establishment: 'Establish', migration: 'Migrate', automation: 'Automate',
  extension: 'Extend', translation: 'Translate', deletion: 'Delete', provision: 'Provide', transfer: 'Transfer',
  encryption: 'Encrypt', improvement: 'Improve', simplification: 'Simplify', review: 'Review', restoration: 'Restore',
  modification: 'Modify', calculation: 'Calculate', registration: 'Register', inclusion: 'Include', completion: 'Complete',
  conversion: 'Convert', alignment: 'Align', reduction: 'Reduce', expansion: 'Expand', verification: 'Verify', production: 'Produce',
} // prettier-ignore
const NOMINAL_OF = /^(?:the |an? )?(\p{L}+)\sof\s/iu
const NEEDED =
  /^(an? |the )?(.{4,120}?)\s(?:is|are)\s(?:also |urgently |still |badly )*(?:needed|required|requested|desired|wanted|missing|recommended|proposed|overdue|necessary)\b.*$/iu

/** "The introduction of receipts" is "introduce receipts", "a filter is needed" is "provide a filter". */
export function fromNoun(clause: string): string | null {
  const needed = NEEDED.exec(clause)
  if (!needed) return verbOf(clause)
  // "Amounts which should be shown are missing" is a complaint.
  if (/\b(?:which|that|who) (?:should|must|shall)\b|[:;]|\bcan\b|^(?:what|it|this|that)\b/i.test(needed[2]!))
    return null
  const thing = lowered(`${needed[1] ?? ''}${needed[2]!}`)
  return verbOf(thing) ?? `Provide ${thing}`
}

function verbOf(clause: string): string | null {
  const match = NOMINAL_OF.exec(clause)
  const verb = match && VERBS[match[1]!.toLowerCase()]
  return verb ? `${verb} ${clause.slice(match[0].length)}` : null
}
