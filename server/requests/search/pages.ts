import { foldWithin } from '../../../shared/fold.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { lockByName } from '../../platform/database/dialect.ts'

/** A page's id is its request's number times this, plus a count, so that the pages of a request are adjacent. */
export const PAGES_OF_REQUEST = 2 ** 20
/** The row of a document's name among those of its pages, which count from 1. */
export const NAME_PAGE = 0
/** Most UTF-16 units indexed by one call: some milliseconds. At least one page is indexed, however long it is. */
const INDEX_BATCH_CHARACTERS = 24_000

interface PageRow {
  page: number
  text: string
}

/** A document of a request. */
interface Attached {
  id: string
  requestNumber: number
}

interface Named extends Attached {
  name: string
}

/** One whose text is not completely indexed. */
export interface Unindexed extends Attached {
  /** the last indexed page */
  through: number
}

/** Includes deleted documents, which may be restored. */
export async function unindexedDocument(read: Reader, checksum: string): Promise<Unindexed | undefined> {
  const last = read
    .selectFrom('file_pages')
    .select((row) => row.fn.max('page').as('page'))
    .where('checksum', '=', checksum)
  const [found] = await read
    .selectFrom('documents')
    .leftJoin('search_pages', 'search_pages.document_id', 'documents.id')
    .select(['documents.id', 'documents.request_number'])
    .select((row) => row.fn.coalesce(row.fn.max('search_pages.page'), row.lit(0)).as('through'))
    .where('documents.checksum', '=', checksum)
    .where('documents.request_number', 'is not', null)
    .groupBy(['documents.id', 'documents.request_number'])
    .having((row) => row(row.fn.coalesce(row.fn.max('search_pages.page'), row.lit(0)), '<', last))
    .orderBy('documents.id')
    .limit(1)
    .execute()
  if (!found || found.request_number === null) return undefined
  return { id: found.id, requestNumber: found.request_number, through: found.through }
}

/** A document of a request whose name is not indexed, deleted ones included. */
export async function unnamedDocument(read: Reader, checksum: string): Promise<Named | undefined> {
  const rows = await read
    .selectFrom('documents')
    .select(['id', 'request_number', 'name'])
    .where('checksum', '=', checksum)
    .where('request_number', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('search_pages')
            .select('search_pages.id')
            .whereRef('document_id', '=', 'documents.id')
            .where('page', '=', NAME_PAGE),
        ),
      ),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!rows || rows.request_number === null) return undefined
  return { id: rows.id, requestNumber: rows.request_number, name: rows.name }
}

export function indexName(tx: Tx, { name, ...document }: Named): Promise<void> {
  return indexPages(tx, document, [{ page: NAME_PAGE, text: name }])
}

/** Indexes the next pages of a document. */
export async function indexPages(tx: Tx, { id, requestNumber }: Attached, rows: PageRow[]): Promise<void> {
  await lockByName(tx, `search-pages ${requestNumber}`)
  const first = requestNumber * PAGES_OF_REQUEST
  const { last } = await tx
    .selectFrom('search_pages')
    .select((row) => row.fn.max('id').as('last'))
    .where('id', '>=', first)
    .where('id', '<', first + PAGES_OF_REQUEST)
    .executeTakeFirstOrThrow()
  const from = (last ?? first - 1) + 1
  if (from + rows.length > first + PAGES_OF_REQUEST) throw new Error(`Request ${requestNumber} has too many pages`)
  const values = rows.map(({ page, text }, i) => ({
    id: from + i,
    request_number: requestNumber,
    document_id: id,
    page,
    text: foldWithin(text, text.length),
  }))
  await tx.insertInto('search_pages').values(values).execute()
}

/** Re-indexes pages whose text has changed, in every document of the file. */
export async function reindexPages(tx: Tx, checksum: string, rows: PageRow[]): Promise<void> {
  const documents = await tx
    .selectFrom('documents')
    .select(['id', 'request_number'])
    .where('checksum', '=', checksum)
    .where('request_number', 'is not', null)
    .execute()
  for (const { id, request_number } of documents) {
    const pages = rows.map(({ page }) => page)
    await tx.deleteFrom('search_pages').where('document_id', '=', id).where('page', 'in', pages).execute()
    await indexPages(tx, { id, requestNumber: request_number! }, rows)
  }
}

/** The pages after `through` for one call of `indexPages`. */
export async function nextPages(read: Reader, checksum: string, through: number): Promise<PageRow[]> {
  const rows = await read
    .selectFrom('file_pages')
    .select(['page', 'text'])
    .where('checksum', '=', checksum)
    .where('page', '>', through)
    .orderBy('page')
    .limit(10)
    .execute()
  let length = 0
  const fitting = rows.findIndex(({ text }) => (length += text.length) > INDEX_BATCH_CHARACTERS)
  return fitting < 0 ? rows : rows.slice(0, Math.max(1, fitting))
}
