import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { escapeLike } from '../../database/dialect.ts'
import { NAME_PAGE } from '../../search/pages.ts'
import type { CandidateRow } from './document-queries.ts'

/** Those of the documents that have a word on a page. Documents without a request are not indexed: their text is scanned. */
export async function documentsSaying(db: Db, rows: readonly CandidateRow[], word: string): Promise<Set<string>> {
  const pattern = `%${escapeLike(word)}%`
  const attached = rows.flatMap(({ id, request_number }) => (request_number === null ? [] : [id]))
  const loose = rows.flatMap(({ checksum, request_number }) => (request_number === null ? [checksum] : []))
  const found = new Set<string>()
  if (attached.length > 0) {
    const query = db.read
      .selectFrom('search_pages')
      .select('document_id')
      .distinct()
      .where('document_id', 'in', attached)
      .where(sql<boolean>`text like ${pattern} escape '\\'`)
    for (const { document_id } of await db.readInWorker(query.compile(), 'search')) found.add(document_id)
  }
  if (loose.length > 0) {
    const query = db.read
      .selectFrom('file_pages')
      .select('checksum')
      .distinct()
      .where('checksum', 'in', loose)
      .where(sql<boolean>`lower(text) like ${pattern} escape '\\'`)
    const sums = new Set((await db.readInWorker(query.compile(), 'search')).map(({ checksum }) => checksum))
    for (const { id, checksum } of rows) if (sums.has(checksum)) found.add(id)
  }
  return found
}

/** The pages of a document with any of the words, those with the most of them first; at most `limit`. */
export async function pagesSaying(
  db: Db,
  { id, checksum, request_number }: CandidateRow,
  words: readonly string[],
  limit: number,
): Promise<{ number: number; text: string }[]> {
  const isIn = (text: RawBuilder<unknown>) =>
    words.map((word) => sql<number>`(case when ${text} like ${`%${escapeLike(word)}%`} escape '\\' then 1 else 0 end)`)
  const pages =
    request_number === null
      ? sql`(select page, ${sql.join(isIn(sql`lower(text)`), sql` + `)} as hits from file_pages where checksum = ${checksum})`
      : sql`(select page, ${sql.join(isIn(sql`text`), sql` + `)} as hits from search_pages
          where document_id = ${id} and page <> ${sql.lit(NAME_PAGE)})`
  const query = sql<{ number: number; text: string }>`select file_pages.page as number, file_pages.text
    from (select page from ${pages} as counted where hits > 0 order by hits desc, page limit ${sql.lit(limit)}) as hit
    join file_pages on file_pages.checksum = ${checksum} and file_pages.page = hit.page order by file_pages.page`
  return db.readInWorker(query.compile(db.read), 'search')
}

/** The beginning of a document's text, page by page. */
export async function firstPages(db: Db, checksum: string, limit: number): Promise<{ number: number; text: string }[]> {
  const query = db.read
    .selectFrom('file_pages')
    .select(['page as number', 'text'])
    .where('checksum', '=', checksum)
    .orderBy('page')
    .limit(limit)
  return db.readInWorker(query.compile(), 'search')
}
