import { type RawBuilder, sql } from 'kysely'
import { isLive } from '../../platform/database/live-documents.ts'
import type { DocumentType } from '../../../shared/document-types.ts'
import type { TextState } from '../../../shared/documents.ts'
import type { Db, Reader } from '../../platform/database/db.ts'
import { escapeLike } from '../../platform/database/dialect.ts'
import { type Scope, visibleCondition } from '../../requests/visibility.ts'
import { NAME_PAGE } from '../../requests/search/pages.ts'

/** Visible documents: those of visible requests; without a request all for users of Document AI, else one's own uploads. */
export interface DocumentScope {
  scope: Scope
  actorId: string
  mayReadDocuments: boolean
}

/** A document that may be meant. */
export interface CandidateRow {
  id: string
  checksum: string
  name: string
  type: DocumentType
  uploaded_at: string
  text_state: TextState
  text_note: string | null
  pages: number | null
  request_number: number | null
  request_key: string | null
  request_id: string | null
  title: string | null
  first: string | null
  last: string | null
  /** the beginning of its first page */
  head: string | null
}

/** Documents compared with a question. */
const MAX_CANDIDATES = 200
/** Pages searched for them, from the newest request on. */
const MAX_PAGES_READ = 2000
const HEAD = 2500

function visibleDocuments(db: Reader, { scope, actorId, mayReadDocuments }: DocumentScope) {
  const documents = db
    .selectFrom('documents as d')
    .leftJoin('requests as r', 'r.number', 'd.request_number')
    .where(isLive('d'))
  return documents.where((row) => {
    const attached = scope === null ? row('r.number', 'is not', null) : visibleCondition(scope.ownOf, 'r')
    const own = mayReadDocuments ? sql<boolean>`1 = 1` : row('d.uploaded_by_id', '=', actorId)
    return row.or([attached, row.and([row('d.request_number', 'is', null), own])])
  })
}

/** Documents with any of the words in their name, the title of their request or one of their pages, newest first. */
export async function idsWithWords(db: Db, within: DocumentScope, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return []
  const isNamed = words.map((word) => {
    const pattern = `%${escapeLike(word)}%`
    // Only the documents of requests have their names folded.
    return sql<boolean>`(lower(d.name) like ${pattern} escape '\\' or r.title_key like ${pattern} escape '\\'
      or exists (select 1 from search_pages as named where named.document_id = d.id and named.page = ${sql.lit(NAME_PAGE)}
        and named.text like ${pattern} escape '\\'))`
  })
  const named = visibleDocuments(db.read, within)
    .select('d.id')
    .where((row) => row.or(isNamed))
    .orderBy('d.uploaded_at', 'desc')
    .limit(MAX_CANDIDATES)
  const matching = visibleDocuments(db.read, within)
    .innerJoin(pagesWithAny(db, words).as('hit'), 'hit.document_id', 'd.id')
    .select('d.id')
    .orderBy('hit.number', 'desc')
    .limit(MAX_CANDIDATES)
  const rows = [
    ...(await db.readInWorker(named.compile(), 'search')),
    ...(await db.readInWorker(matching.compile(), 'search')),
  ]
  return [...new Set(rows.map(({ id }) => id))].slice(0, MAX_CANDIDATES)
}

/** Looked up in the search index: each document once, with its request's number. */
function pagesWithAny(db: Db, words: readonly string[]): RawBuilder<{ document_id: string; number: number }> {
  const limit = sql.lit(MAX_PAGES_READ)
  if (db.engine === 'postgres') {
    const any = sql.join(
      words.map((word) => sql`text like ${`%${escapeLike(word)}%`} escape '\\'`),
      sql` or `,
    )
    return sql`(select document_id, max(request_number) as number from (select document_id, request_number from search_pages
      where ${any} order by request_number desc limit ${limit}) as newest group by document_id)`
  }
  const match = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ')
  return sql`(select document_id, max(request_number) as number from (select pages.document_id, pages.request_number
    from search_page_index cross join search_pages as pages on pages.id = search_page_index.rowid
    where search_page_index match ${match} order by search_page_index.rowid desc limit ${limit}) as newest
    group by document_id)`
}

/** The documents of these requests, those uploaded within a period, or the newest. */
export async function idsOfDocuments(
  db: Db,
  within: DocumentScope,
  by: { numbers: readonly number[] } | { from: string; to: string } | { isUnattached: boolean },
): Promise<string[]> {
  const all = visibleDocuments(db.read, within).select('d.id').orderBy('d.uploaded_at', 'desc').limit(MAX_CANDIDATES)
  const narrowed =
    'numbers' in by
      ? all.where('d.request_number', 'in', by.numbers)
      : 'from' in by
        ? all.where('d.uploaded_at', '>=', by.from).where('d.uploaded_at', '<', by.to)
        : by.isUnattached
          ? all.where('d.request_number', 'is', null)
          : all
  const rows = await db.readInWorker(narrowed.compile(), 'search')
  return rows.map(({ id }) => id)
}

export async function candidatesOf(db: Db, within: DocumentScope, ids: readonly string[]): Promise<CandidateRow[]> {
  if (ids.length === 0) return []
  const query = visibleDocuments(db.read, within)
    .innerJoin('files as f', 'f.checksum', 'd.checksum')
    .leftJoin('users as u', 'u.id', 'd.uploaded_by_id')
    .leftJoin('file_pages as p', (join) => join.onRef('p.checksum', '=', 'd.checksum').on('p.page', '=', 1))
    .select(['d.id', 'd.checksum', 'd.name', 'f.type', 'd.uploaded_at', 'f.text_state', 'f.text_note', 'f.pages'])
    .select(['d.request_number', 'r.id as request_key', 'r.request_id', 'r.title'])
    .select(['u.first_name as first', 'u.last_name as last'])
    .select(sql<string | null>`substr(p.text, 1, ${sql.lit(HEAD)})`.as('head'))
    .where('d.id', 'in', ids)
    .orderBy('d.uploaded_at', 'desc')
    .orderBy('d.id')
  return db.readInWorker(query.compile(), 'search')
}

/** Those of the documents that are still visible in this scope. */
export async function stillVisible(db: Reader, within: DocumentScope, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await visibleDocuments(db, within).select('d.id').where('d.id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}
