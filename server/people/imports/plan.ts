import type { ImportLine } from '../../../shared/people-import.ts'

/** What an import does with a line, as stored. */
export type Plan = Omit<ImportLine, 'line' | 'outcome' | 'isDone'> & {
  /** of the account that the line is about, and its version when it was checked */
  account?: { id: string; version: number }
}
export interface CheckedLine {
  line: number
  outcome: ImportLine['outcome']
  plan: Plan
}

/** The order in which lines are shown: what needs a look first. */
export function rankOf({ outcome, plan }: CheckedLine): number {
  if (outcome === 'refused') return 0
  if (plan.notes.length > 0) return 1
  return { update: 2, invite: 3, same: 4 }[outcome]
}
