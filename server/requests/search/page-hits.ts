import { type RawBuilder, sql } from 'kysely'
import { isLive } from '../../platform/database/live-documents.ts'
import { engineOf } from '../../platform/database/dialect.ts'
import type { Db, Reader } from '../../platform/database/db.ts'
import { type Params, prepared } from '../../platform/database/prepared.ts'
import { NAME_PAGE, PAGES_OF_REQUEST } from './pages.ts'
import type { PageShape, Search, SearchShape, SearchValues } from './parse-search.ts'

/** Filters are applied to this many of the newest requests whose documents have the words. */
const SCAN_LIMIT = 20_000

/**
 * The numbers of all requests with a document whose name or one page of which holds every word, from the newest on. Deleted documents
 * stay in the index, so that a restored one is found at once; they are left out here.
 * @param most number of newest hits needed
 */
export function hitsInPages(
  db: Reader,
  shape: SearchShape & { pages: PageShape },
  params: Params<SearchValues>,
  limit = SCAN_LIMIT,
): RawBuilder<{ number: number }> {
  const { pages } = shape
  const isByIndexAlone = pages.indexed && pages.compared === 0 && engineOf(db) === 'sqlite'
  const hits = isByIndexAlone ? byIndexAlone(shape.except, params) : byTexts(db, shape, params)
  // SQLite scans the index in order and stops at the limit; PostgreSQL plans for itself.
  return sql`(select distinct number from (${hits}) as found ${stopAt(db, limit)})`
}

function byTexts(
  db: Reader,
  { pages, except }: SearchShape & { pages: PageShape },
  params: Params<SearchValues>,
): RawBuilder<unknown> {
  const others = except ? sql`and pages.request_number <> ${params['except']!}` : sql``
  return sql`select pages.request_number as number from ${pagesWith(db, pages, params)}
    ${others} order by ${newestFirst(db, pages)}`
}

/** Reads no page, since a page's id names its request; except for requests with a deleted document. */
function byIndexAlone(except: boolean, params: Params<SearchValues>): RawBuilder<unknown> {
  const number = sql`(search_page_index.rowid / ${sql.lit(PAGES_OF_REQUEST)})`
  const others = except ? sql`and ${number} <> ${params['except']!}` : sql``
  return sql`select ${number} as number from search_page_index
    where search_page_index match ${params['pageMatch']!} ${others}
      and (${number} not in (select request_number from documents
          where deleted_at is not null and request_number is not null)
        or exists (select 1 from search_pages cross join documents on documents.id = search_pages.document_id
          where search_pages.id = search_page_index.rowid and ${isLive('documents')}))
    order by search_page_index.rowid desc`
}

function stopAt(db: Reader, limit: number): RawBuilder<unknown> {
  return engineOf(db) === 'postgres' ? sql`order by number desc limit ${sql.lit(limit)}` : sql`limit ${sql.lit(limit)}`
}

function newestFirst(db: Reader, { indexed }: PageShape): RawBuilder<unknown> {
  if (engineOf(db) === 'postgres') return sql`pages.request_number desc`
  return indexed ? sql`search_page_index.rowid desc` : sql`pages.id desc`
}

/** The SQL after `from`: pages with every word, of documents that are not deleted. */
function pagesWith(db: Reader, { indexed, compared }: PageShape, params: Params<SearchValues>): RawBuilder<unknown> {
  const isPostgres = engineOf(db) === 'postgres'
  const conditions = Array.from({ length: compared }, (_, i) => {
    const word = params[`pageCompared${i}`]!
    return isPostgres ? sql`and pages.text like ${word} escape '\\'` : sql`and instr(pages.text, ${word})`
  })
  const all = sql.join(conditions, sql` `)
  const isThere = sql`documents.id = pages.document_id and ${isLive('documents')}`
  if (!indexed) return sql`search_pages as pages cross join documents where ${isThere} ${all}`
  return sql`search_page_index cross join search_pages as pages on pages.id = search_page_index.rowid
    cross join documents where search_page_index match ${params['pageMatch']!} and ${isThere} ${all}`
}

/** A page of a document in which a search found all its words. */
export interface PageHit {
  id: string
  name: string
  /** `NAME_PAGE` for its name */
  page: number
  /** number of printed pages of the document; null where its format has none */
  pages: number | null
  /** the original text of the whole page, or the name */
  text: string
}

/** The first page, or name, of a request's documents with every word. */
export async function findPage(db: Db, { shape, values, slow }: Search, number: number): Promise<PageHit | undefined> {
  const { pages } = shape
  if (!pages) return undefined
  const filled = { ...values, first: number * PAGES_OF_REQUEST, behind: (number + 1) * PAGES_OF_REQUEST }
  const [hit] = slow
    ? await db.readInWorker(firstPage.fill(db.read, filled, pages), 'search')
    : await firstPage(db.read, filled, pages)
  return hit
}

const firstPage = prepared<SearchValues & { first: number; behind: number }, PageHit, PageShape>(
  (db, params, shape) => {
    const id = shape.indexed && engineOf(db) === 'sqlite' ? sql`search_page_index.rowid` : sql`pages.id`
    const query = sql<PageHit>`select found.document_id as id, found.name, found.page, files.pages,
      case when found.page = ${sql.lit(NAME_PAGE)} then found.name else file_pages.text end as text
    from (select pages.document_id, pages.page, documents.name, documents.checksum from ${pagesWith(db, shape, params)}
      and ${id} >= ${params.first} and ${id} < ${params.behind} order by ${id} limit 1) as found
    join files on files.checksum = found.checksum
    left join file_pages on file_pages.checksum = found.checksum and file_pages.page = found.page`
    return { compile: () => query.compile(db) }
  },
)
