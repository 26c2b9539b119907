import { missingColumns } from '../../../shared/import-columns.ts'
import type { ImportChoices, ImportSummary } from '../../../shared/people-import.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Reader } from '../../platform/database/db.ts'
import { yieldFairly } from '../../platform/fairness/yield-fairly.ts'
import { checkLine } from './check.ts'
import { readFacts } from './facts.ts'
import type { FileLine } from './file.ts'
import { type CheckedLine, rankOf } from './plan.ts'
import type { LineRow } from './queries.ts'
import { summaryOf, unknownTexts } from './summary.ts'

/** Lines checked in one turn of the event loop. */
const LINES_PER_YIELD = 25

interface CheckedFile {
  lines: readonly FileLine[]
  /** number of columns */
  width: number
  choices: ImportChoices
}
export interface Checked {
  summary: ImportSummary
  rows: Pick<LineRow, 'line' | 'rank' | 'outcome' | 'plan'>[]
}

/** What an import would do, line by line and counted. Without a column for a needed field all lines are left out. */
export async function checkFile(
  reader: Reader,
  actor: Actor,
  { lines, width, choices }: CheckedFile,
): Promise<Checked> {
  const facts = await readFacts(reader, actor, lines, choices)
  const before = { usernames: new Map<string, number>(), emails: new Map<string, number>() }
  const missing = missingColumns(choices.columns).map((field) => ({ code: 'missing', field }) as const)
  const checked: CheckedLine[] = []
  for (const [i, line] of lines.entries()) {
    if (i % LINES_PER_YIELD === 0) await yieldFairly()
    const result = checkLine(line, { choices, facts, width, before })
    if (missing.length === 0) checked.push(result)
    else checked.push({ line: line.line, outcome: 'refused', plan: { ...result.plan, problems: missing } })
  }
  const rows = checked.map((one) => ({
    line: one.line,
    rank: rankOf(one),
    outcome: one.outcome,
    plan: JSON.stringify(one.plan),
  }))
  return { summary: { ...summaryOf(checked), ...unknownTexts(lines, facts, choices) }, rows }
}
