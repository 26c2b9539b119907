import type { DocumentPage } from '../../shared/documents.ts'
import type { Reader, Tx } from '../database/db.ts'
import type { Tables } from '../database/tables.ts'

export type FileRow = Pick<Tables['files'], 'store_key' | 'type' | 'text_state'>

export function findFile(read: Reader, checksum: string): Promise<FileRow | undefined> {
  return read
    .selectFrom('files')
    .select(['store_key', 'type', 'text_state'])
    .where('checksum', '=', checksum)
    .executeTakeFirst()
}

/** Stores pages of a file whose text nobody is shown yet; what an interrupted run has stored is overwritten. */
export async function storePages(tx: Tx, checksum: string, pages: readonly DocumentPage[]): Promise<void> {
  await tx
    .insertInto('file_pages')
    .values(pages.map(({ number, text }) => ({ checksum, page: number, text })))
    .onConflict((conflict) =>
      conflict.columns(['checksum', 'page']).doUpdateSet((row) => ({ text: row.ref('excluded.text') })),
    )
    .execute()
}

/**
 * Tells what reading has come to; from now on its text is shown.
 * @param pages stored of it
 */
export async function storeOutcome(
  tx: Tx,
  checksum: string,
  outcome: Pick<Tables['files'], 'text_state' | 'text_note' | 'pages'>,
  lastPage: number,
): Promise<void> {
  // A run that was interrupted may have stored more than this one.
  await tx.deleteFrom('file_pages').where('checksum', '=', checksum).where('page', '>', lastPage).execute()
  await tx.updateTable('files').set(outcome).where('checksum', '=', checksum).execute()
}
