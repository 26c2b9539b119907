import type { Reader, Tx } from '../../platform/database/db.ts'
import { tellPages } from '../../platform/database/hints.ts'
import { forUpdate } from '../../platform/database/dialect.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { yieldFairly } from '../../platform/fairness/yield-fairly.ts'

export type ImportRow = Tables['people_imports']
export type LineRow = Tables['people_import_lines']

/** Rows written by one statement. */
const CHUNK = 200

/** A person has at most one import. */
export function findImportOf(reader: Reader, userId: string): Promise<ImportRow | undefined> {
  return reader.selectFrom('people_imports').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export function findImport(reader: Reader, id: string): Promise<ImportRow | undefined> {
  return reader.selectFrom('people_imports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks it against other changes until the transaction ends. */
export function lockImport(tx: Tx, id: string): Promise<ImportRow | undefined> {
  return forUpdate(tx, tx.selectFrom('people_imports').selectAll().where('id', '=', id)).executeTakeFirst()
}

export async function insertImport(tx: Tx, row: ImportRow): Promise<void> {
  await tx.insertInto('people_imports').values(row).execute()
  tellPages(tx, { kind: 'people-imports', personId: row.user_id })
}

export async function updateImport(tx: Tx, id: string, change: Partial<Omit<ImportRow, 'id'>>): Promise<void> {
  const changed = tx.updateTable('people_imports').set(change).where('id', '=', id)
  const row = await changed.returning('user_id').executeTakeFirst()
  if (row) tellPages(tx, { kind: 'people-imports', personId: row.user_id })
}

/** With its lines. */
export async function deleteImport(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('people_imports').where('id', '=', id).execute()
}

export function findOldImport(reader: Reader, before: string): Promise<Pick<ImportRow, 'id'> | undefined> {
  return reader
    .selectFrom('people_imports')
    .select('id')
    .where('created_at', '<', before)
    .where('state', '<>', 'running')
    .limit(1)
    .executeTakeFirst()
}

/** Stores lines, or replaces what was found out about them. Other calls are served in between. */
export async function putLines(tx: Tx, rows: readonly LineRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK) {
    await yieldFairly()
    await tx
      .insertInto('people_import_lines')
      .values(rows.slice(from, from + CHUNK))
      .onConflict((conflict) =>
        conflict.columns(['import_id', 'line']).doUpdateSet((row) => ({
          rank: row.ref('excluded.rank'),
          outcome: row.ref('excluded.outcome'),
          plan: row.ref('excluded.plan'),
        })),
      )
      .execute()
  }
}

export function linesPage(reader: Reader, importId: string, { page, limit }: { page: number; limit: number }) {
  return reader
    .selectFrom('people_import_lines')
    .select(['line', 'outcome', 'plan', 'done_at'])
    .where('import_id', '=', importId)
    .orderBy('rank')
    .orderBy('line')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}

/** The lines of the file in its order, after one of them. */
export function cellsAfter(reader: Reader, importId: string, line: number, limit: number) {
  return reader
    .selectFrom('people_import_lines')
    .select(['line', 'cells'])
    .where('import_id', '=', importId)
    .where('line', '>', line)
    .orderBy('line')
    .limit(limit)
    .execute()
}

/** Lines that are still to be imported. */
export function waitingLines(reader: Reader, importId: string, limit: number) {
  return reader
    .selectFrom('people_import_lines')
    .select(['line', 'outcome', 'plan'])
    .where('import_id', '=', importId)
    .where('outcome', 'in', ['invite', 'update'])
    .where('done_at', 'is', null)
    .orderBy('line')
    .limit(limit)
    .execute()
}

/** @returns false when the line is done already */
export async function storeOutcome(
  tx: Tx,
  importId: string,
  line: number,
  outcome: Partial<Pick<LineRow, 'outcome' | 'rank' | 'plan' | 'link_id' | 'done_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('people_import_lines')
    .set(outcome)
    .where('import_id', '=', importId)
    .where('line', '=', line)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Number of lines by outcome, of those done. */
export async function countDone(reader: Reader, importId: string): Promise<{ invite: number; update: number }> {
  const rows = await reader
    .selectFrom('people_import_lines')
    .select((row) => ['outcome', row.fn.countAll<number>().as('lines')])
    .where('import_id', '=', importId)
    .where('done_at', 'is not', null)
    .groupBy('outcome')
    .execute()
  const of = (outcome: string) => Number(rows.find((row) => row.outcome === outcome)?.lines ?? 0)
  return { invite: of('invite'), update: of('update') }
}

/** The invitations that an import has made and that still work, in the file's order. */
export function linksPage(
  reader: Reader,
  importId: string,
  now: string,
  { page, limit }: { page: number; limit: number },
) {
  return reader
    .selectFrom('people_import_lines')
    .innerJoin('account_links', 'account_links.id', 'people_import_lines.link_id')
    .leftJoin('mails', (join) => join.onRef('mails.id', '=', 'account_links.id').on('mails.state', '=', 'sent'))
    .select([
      'people_import_lines.plan',
      'mails.address as mailedTo',
      'account_links.id',
      'account_links.kind',
      'account_links.expires_at as expiresAt',
    ])
    .where('people_import_lines.import_id', '=', importId)
    .where('account_links.used_at', 'is', null)
    .where('account_links.ended_at', 'is', null)
    .where('account_links.expires_at', '>', now)
    .orderBy('people_import_lines.line')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}
