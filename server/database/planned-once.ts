import { sql } from 'kysely'

const MARK = '/* planned once */ '

/** Marks a statement whose plan does not depend on its values: PostgreSQL keeps it prepared and soon plans it no more. */
export function plannedOnce(text: string): string {
  return MARK + text
}

export function isPlannedOnce(text: string): boolean {
  return text.startsWith(MARK)
}

/** The same mark, for the beginning of a query in parts. */
export const PLANNED_ONCE = sql.raw(MARK)
