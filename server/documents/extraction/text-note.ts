import type { Reader } from '../../platform/database/db.ts'
import { jobsBefore } from '../../platform/jobs/waiting-jobs.ts'
import { SCAN_KIND } from './jobs.ts'
import { noteSentences } from './notes.ts'
import type { FileRow } from './queries.ts'

/** The note on a file's text: for a waiting long scan, its position in the queue. */
export async function noteOf(
  reader: Reader,
  { checksum, text_state, text_note }: Pick<FileRow, 'text_state' | 'text_note'> & { checksum: string },
): Promise<string | null> {
  if (text_state !== 'waiting') return noteSentences(text_note)
  const before = await jobsBefore(reader, SCAN_KIND, checksum)
  if (before === null) return null
  if (before === 0) return 'This is a long scan: reading its text takes some minutes.'
  return `This is a long scan: ${before === 1 ? 'one document is' : `${before} documents are`} read before it.`
}
