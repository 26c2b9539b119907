import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { fold } from '../../../shared/fold.ts'
import type { Db } from '../../platform/database/db.ts'
import { escapeLike } from '../../platform/database/dialect.ts'
import { NAME_PAGE } from '../../requests/search/pages.ts'
import type { CandidateRow } from './document-queries.ts'

/** Those of the documents that have a word on a page. Documents without a request are not indexed: their text is scanned. */
export async function documentsSaying(db: Db, rows: readonly CandidateRow[], word: string): Promise<Set<string>> {
  const pattern = `%${escapeLike(word)}%`
  const attached = rows.flatMap(({ id, request_number }) => (request_number === null ? [] : [id]))
  const loose = rows.flatMap(({ checksum, request_number }) => (request_number === null ? [checksum] : []))
  const ids = new Set<string>()
  if (attached.length > 0) {
    const query = db.read
      .selectFrom('search_pages')
      .select('document_id')
      .distinct()
      .where('document_id', 'in', attached)
      .where(sql<boolean>`text like ${pattern} escape '\\'`)
    for (const { document_id } of await db.readInWorker(query.compile(), 'search')) ids.add(document_id)
  }
  const sums = await filesSaying(db, loose, word)
  for (const { id, checksum } of rows) if (sums.has(checksum)) ids.add(id)
  return ids
}

/** Those of the files that have a word on a page. Only texts of more than ASCII letters are read and folded here. */
async function filesSaying(db: Db, checksums: readonly string[], word: string): Promise<Set<string>> {
  const ids = new Set<string>()
  const isIn = sql<boolean>`lower(text) like ${`%${escapeLike(word)}%`} escape '\\'`
  for (const checksum of checksums) {
    const query = sql<{ text: string | null }>`select case when ${isIn} then null else text end as text from file_pages
      where checksum = ${checksum} and (${isIn} or octet_length(text) > length(text))`
    const pages = await db.readInWorker(query.compile(db.read), 'search')
    for (const { text } of pages) {
      if (text === null || fold(text).includes(word)) ids.add(checksum)
      if (ids.has(checksum)) break
      await nextTurn()
    }
  }
  return ids
}

/** The pages of a document with any of the words, those with the most of them first; at most `limit`. */
export async function findPagesContaining(
  db: Db,
  { id, checksum, request_number }: CandidateRow,
  words: readonly string[],
  limit: number,
): Promise<{ number: number; text: string }[]> {
  if (request_number === null) return loosePagesSaying(db, checksum, words, limit)
  const isIn = words.map(
    (word) => sql<number>`(case when text like ${`%${escapeLike(word)}%`} escape '\\' then 1 else 0 end)`,
  )
  const query = sql<{ number: number; text: string }>`select file_pages.page as number, file_pages.text
    from (select page from (select page, ${sql.join(isIn, sql` + `)} as hits from search_pages
        where document_id = ${id} and page <> ${sql.lit(NAME_PAGE)}) as counted
      where hits > 0 order by hits desc, page limit ${sql.lit(limit)}) as hit
    join file_pages on file_pages.checksum = ${checksum} and file_pages.page = hit.page order by file_pages.page`
  return db.readInWorker(query.compile(db.read), 'search')
}

/** The same for a document without a request, whose text is stored only as it was read. */
async function loosePagesSaying(db: Db, checksum: string, words: readonly string[], limit: number) {
  const query = db.read.selectFrom('file_pages').select(['page as number', 'text']).where('checksum', '=', checksum)
  const counted = []
  for (const page of await db.readInWorker(query.orderBy('page').compile(), 'search')) {
    const folded = fold(page.text)
    const hits = words.filter((word) => folded.includes(word)).length
    if (hits > 0) counted.push({ page, hits })
    await nextTurn()
  }
  const most = counted.toSorted((a, b) => b.hits - a.hits).slice(0, limit)
  return most.map(({ page }) => page).toSorted((a, b) => a.number - b.number)
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
