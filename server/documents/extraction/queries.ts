import { isLive } from '../../platform/database/live-documents.ts'
import type { DocumentPage } from '../../../shared/documents.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { tellPages } from '../../platform/database/hints.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type NoteCode, storedNotes } from './notes.ts'

/** Notes as they are stored when each is the only one. */
const alone = (...codes: NoteCode[]) => codes.map((code) => storedNotes([{ code }]))
/** In the stored notes of a file some pages of which have no text. */
const PAGES_EMPTY = '"pages-empty"'

export const hasEmptyPages = ({ text_note }: FileRow) => text_note?.includes(PAGES_EMPTY) ?? false

export type FileRow = Pick<Tables['files'], 'store_key' | 'type' | 'text_state' | 'text_note'>

export function findFile(read: Reader, checksum: string): Promise<FileRow | undefined> {
  return read
    .selectFrom('files')
    .select(['store_key', 'type', 'text_state', 'text_note'])
    .where('checksum', '=', checksum)
    .executeTakeFirst()
}

/** Inserts pages of a file or overwrites them, such as those of an interrupted run. */
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
 * Stores the outcome of reading; from now on the text is shown.
 * @param lastPage number of pages stored; later ones are deleted
 */
export async function storeOutcome(
  tx: Tx,
  checksum: string,
  outcome: Pick<Tables['files'], 'text_state' | 'text_note' | 'pages'>,
  lastPage: number,
): Promise<void> {
  // An interrupted run may have stored more pages than this one.
  await tx.deleteFrom('file_pages').where('checksum', '=', checksum).where('page', '>', lastPage).execute()
  await tx.updateTable('files').set(outcome).where('checksum', '=', checksum).execute()
  await tellReaders(tx, checksum)
}

/** Pages that show further documents of the same file read them again by themselves. */
const MAX_TOLD = 20

/** Tells those who see a document of the file: with its request, or else as its uploader or with Document AI. */
async function tellReaders(tx: Tx, checksum: string): Promise<void> {
  const documents = await tx
    .selectFrom('documents as d')
    .leftJoin('requests as r', 'r.number', 'd.request_number')
    .select(['d.id', 'd.uploaded_by_id as uploader', 'r.requester_id', 'r.assigned_to_id'])
    .where('d.checksum', '=', checksum)
    .where(isLive('d'))
    .orderBy('d.uploaded_at', 'desc')
    .limit(MAX_TOLD)
    .execute()
  for (const { id, uploader, requester_id, assigned_to_id } of documents) {
    if (requester_id !== null) tellPages(tx, { kind: 'documents', id, request: { requester_id, assigned_to_id } })
    else {
      tellPages(tx, { kind: 'documents', id, personId: uploader })
      tellPages(tx, { kind: 'documents', id, permission: 'ai.documents' })
    }
  }
}

/** The pages of a file that have no text. */
export async function emptyPagesOf(read: Reader, checksum: string): Promise<number[]> {
  const rows = await read
    .selectFrom('file_pages')
    .select('page')
    .where('checksum', '=', checksum)
    .where('text', '=', '')
    .execute()
  return rows.map(({ page }) => page)
}

export async function storeNote(tx: Tx, checksum: string, text_note: string | null): Promise<void> {
  await tx.updateTable('files').set({ text_note }).where('checksum', '=', checksum).execute()
}

/**
 * Lets a file wait for its text again, if reading it was given up for a reason that another attempt may not meet.
 * @returns its checksum, or undefined if it does not wait
 */
export async function resetGivenUp(tx: Tx, documentId: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('files')
    .set({ text_state: 'waiting', text_note: null })
    .where('checksum', '=', (one) => one.selectFrom('documents').select('checksum').where('id', '=', documentId))
    .where('text_state', '=', 'failed')
    .where('text_note', 'in', alone('too-slow', 'too-much-memory', 'unreadable'))
    .returning('checksum')
    .executeTakeFirst()
  return row?.checksum
}

/** Files after a checksum that may have scanned pages without text recognition. */
export function filesWithScans(read: Reader, after: string, limit: number) {
  return read
    .selectFrom('files')
    .select(['checksum', 'text_state'])
    .where((row) =>
      row.or([
        row.and([
          row('text_state', '=', 'none'),
          // An image without text recognition has no note.
          row.or([row('text_note', 'is', null), row('text_note', 'in', alone('scanned', 'picture', 'empty'))]),
        ]),
        row.and([
          row('text_state', '=', 'ready'),
          row('type', '=', 'pdf'),
          row('text_note', 'like', `%${PAGES_EMPTY}%`),
        ]),
      ]),
    )
    .where('checksum', '>', after)
    .orderBy('checksum')
    .limit(limit)
    .execute()
}
