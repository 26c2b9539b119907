import type { DocumentText } from '../../shared/documents.ts'
import type { Actor } from '../platform/actor.ts'
import type { Reader } from '../platform/database/db.ts'
import { prepared } from '../platform/database/prepared.ts'
import { noteOf } from './extraction/text-note.ts'
import { candidatesFor, fitPage } from '../platform/http/paging.ts'
import { getDocumentRow } from './access.ts'
import type { Deps } from './deps.ts'

/** Per answer. */
const MAX_PAGES = 200

/** The extracted text of a document from a page on, up to the size limit of an answer. Empty until it has been extracted. */
export async function getDocumentText(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  id: string,
  from = 1,
): Promise<DocumentText> {
  const policy = await settings.policy()
  const row = await getDocumentRow(db.read, { clock, policy }, actor, id)
  const { checksum, text_state: state, pages: pageCount } = row
  const note = await noteOf(db.read, row)
  if (state !== 'ready') return { state, note, pageCount: pageCount ?? 0, pages: [] }
  const sizes = await pageSizes(db.read, { checksum, from, limit: candidatesFor(MAX_PAGES) })
  const { page: fitting } = fitPage(sizes, MAX_PAGES)
  const through = fitting.at(-1)?.number ?? 0
  const pages = through === 0 ? [] : await pagesBetween(db.read, { checksum, from, through })
  return { state, note, pageCount: pageCount ?? (await lastPage(db.read, checksum)), pages }
}

/** Sizes only: the texts are read once it is known how many fit. */
const pageSizes = prepared<{ checksum: string; from: number; limit: number }, { number: number; bytes: number }>(
  (db, param) =>
    db
      .selectFrom('file_pages')
      .select(['page as number', (row) => row.fn<number>('octet_length', ['text']).as('bytes')])
      .where('checksum', '=', param.checksum)
      .where('page', '>=', param.from)
      .orderBy('page')
      .limit(param.limit),
)

const pagesBetween = prepared<{ checksum: string; from: number; through: number }, { number: number; text: string }>(
  (db, param) =>
    db
      .selectFrom('file_pages')
      .select(['page as number', 'text'])
      .where('checksum', '=', param.checksum)
      .where('page', '>=', param.from)
      .where('page', '<=', param.through)
      .orderBy('page'),
)

/** For a format without pages: the number of parts of its text. */
async function lastPage(reader: Reader, checksum: string): Promise<number> {
  const { last } = await reader
    .selectFrom('file_pages')
    .select((row) => row.fn.max('page').as('last'))
    .where('checksum', '=', checksum)
    .executeTakeFirstOrThrow()
  return last ?? 0
}
