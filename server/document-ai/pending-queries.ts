import { sql } from 'kysely'
import { isLive } from '../platform/database/live-documents.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { tellPages } from '../platform/database/hints.ts'
import type { Tables } from '../platform/database/tables.ts'

/** The list has the readings of several people. */
const OF_READINGS = { kind: 'document-readings', permission: 'ai.documents' } as const

/**
 * A person's next reading: an interrupted one first, else the oldest whose text has been extracted.
 * @returns undefined when none is left; `text_state` `waiting` when all that are left wait for their text
 */
export async function nextPending(reader: Reader, personId: string) {
  return reader
    .selectFrom('document_readings as r')
    .innerJoin('documents as d', 'd.id', 'r.document_id')
    .innerJoin('files as f', 'f.checksum', 'd.checksum')
    .select(['r.id', 'r.asked_at', 'd.name', 'd.checksum', 'd.deleted_at', 'f.text_state', 'f.text_note'])
    .where('r.asked_by_id', '=', personId)
    .where('r.state', 'in', ['waiting', 'reading'])
    .orderBy(sql`case when f.text_state = 'waiting' and ${isLive('d')} then 1 else 0 end`)
    .orderBy(sql`case r.state when 'reading' then 0 else 1 end`)
    .orderBy('r.asked_at')
    .orderBy('r.id')
    .limit(1)
    .executeTakeFirst()
}

/** Changes an unfinished reading. @returns false when it has already ended */
export async function updatePending(
  tx: Tx,
  id: string,
  change: Partial<Pick<Tables['document_readings'], 'state' | 'ended_at' | 'note' | 'engine' | 'result'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('document_readings')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'reading'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  tellPages(tx, OF_READINGS)
  return true
}

/** Fails all unfinished readings of a person. */
export async function failPending(tx: Tx, personId: string, at: string, note: string): Promise<void> {
  await tx
    .updateTable('document_readings')
    .set({ state: 'failed', ended_at: at, note })
    .where('asked_by_id', '=', personId)
    .where('state', 'in', ['waiting', 'reading'])
    .execute()
  tellPages(tx, OF_READINGS)
}

/** The pages of a file's text, in their order. */
export function pagesOf(reader: Reader, checksum: string) {
  return reader
    .selectFrom('file_pages')
    .select(['page as number', 'text'])
    .where('checksum', '=', checksum)
    .orderBy('page')
    .execute()
}
