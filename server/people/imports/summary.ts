import { IMPORT_LIMITS, type ImportChoices, type ImportSummary } from '../../../shared/people-import.ts'
import { departmentOf, roleOf } from './check.ts'
import type { OfficeFacts } from './facts.ts'
import type { FileLine } from './file.ts'
import type { CheckedLine } from './plan.ts'

/** What an import would do, counted. */
export function summaryOf(checked: readonly CheckedLine[]): Omit<ImportSummary, 'unknownRoles' | 'unknownDepartments'> {
  const outcomes = { invite: 0, update: 0, same: 0, refused: 0 }
  const roles = new Map<string, { role: string; invited: number; changed: number }>()
  let existing = 0
  for (const { outcome, plan } of checked) {
    outcomes[outcome]++
    if (plan.account || plan.problems.some(({ code }) => code === 'username-taken')) existing++
    const isChanged = outcome === 'update' && plan.changes.some(({ field }) => field === 'role')
    if (outcome !== 'invite' && !isChanged) continue
    const row = roles.get(plan.role) ?? { role: plan.role, invited: 0, changed: 0 }
    row[isChanged ? 'changed' : 'invited']++
    roles.set(plan.role, row)
  }
  return { outcomes, existing, roles: [...roles.values()] }
}

/** The texts of the file that name no role, and those that name no department, whatever is chosen for them. */
export function unknownTexts(
  lines: readonly FileLine[],
  facts: OfficeFacts,
  { columns }: ImportChoices,
): Pick<ImportSummary, 'unknownRoles' | 'unknownDepartments'> {
  const choices = { columns, roles: [], departments: [], updateExisting: false }
  const count = (at: number | null, isKnown: (text: string) => boolean) => {
    const groups = Map.groupBy(lines, ({ cells }) => (at === null ? '' : (cells[at] ?? '')))
    return [...groups]
      .filter(([text]) => text.length <= IMPORT_LIMITS.text && !isKnown(text))
      .map(([text, { length: people }]) => ({ text, people }))
      .sort((a, b) => b.people - a.people)
      .slice(0, IMPORT_LIMITS.choices)
  }
  return {
    unknownRoles: count(columns.role, (text) => roleOf(text, { choices, facts }) !== undefined),
    unknownDepartments: count(columns.department, (text) => departmentOf(text, { choices, facts }).name !== undefined),
  }
}
