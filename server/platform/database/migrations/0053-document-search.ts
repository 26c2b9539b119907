import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/**
 * Folded document texts for the search, one row per page. Separate from `search_documents`, so that a comment does not
 * re-index 300 pages. A page's id is prefixed with its request's number, so that hits can be scanned from the newest
 * request on.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const pg = engine === 'postgres'
  const key = pg ? 'text collate "C"' : 'text'

  await run(`create table search_pages (
    id ${pg ? 'bigint' : 'integer'} primary key, request_number ${pg ? 'bigint' : 'integer'} not null references requests (number),
    document_id ${key} not null references documents (id) on delete cascade, page integer not null, text text not null,
    unique (document_id, page))`)
  if (pg) await indexWithTrigrams(db)
  else await indexWithFts5(run)
}

type Run = (statement: string) => Promise<unknown>

/** As for request texts (0003-search): contentless, updated once per commit (search-index.ts). */
async function indexWithFts5(run: Run) {
  await run(`create virtual table search_page_index using fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`)
  await run(`insert into search_page_index (search_page_index, rank) values ('automerge', 8)`)
  await run(`create virtual table search_page_trigrams using fts5vocab (search_page_index, row)`)
  await run(`create table search_page_changes (id integer primary key)`)
  const note = (row: string) =>
    `begin insert into search_page_changes (id) values (${row}.id) on conflict do nothing; end`
  await run(`create trigger search_pages_added after insert on search_pages ${note('new')}`)
  await run(`create trigger search_pages_removed after delete on search_pages ${note('old')}`)
}

/** A common word scans the first index, a rare word is looked up in the second. */
async function indexWithTrigrams(db: Kysely<unknown>) {
  await sql`create index search_pages_by_request on search_pages (request_number)`.execute(db)
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_extension
    join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'`.execute(db)
  const schema = rows[0]?.schema
  if (!schema) return
  await sql`create index search_pages_text on search_pages using gin (text ${sql.id(schema, 'gin_trgm_ops')})`.execute(
    db,
  )
}
