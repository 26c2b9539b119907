import { sql } from 'kysely'

const MARK = '/* planned once */ '

/**
 * Marks a statement whose plan does not depend on its values: PostgreSQL keeps it as a prepared statement and soon
 * reuses a generic plan.
 */
export function asPrepared(text: string): string {
  return MARK + text
}

export function isPrepared(text: string): boolean {
  return text.startsWith(MARK)
}

/** The same mark, for the start of a query built from fragments. */
export const PREPARED_MARK = sql.raw(MARK)
