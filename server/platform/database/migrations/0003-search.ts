import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** The searched data: folded texts written by the program, and an index over them maintained by the engine. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)

  await run(`create table search_documents (
    request_number ${engine === 'sqlite' ? 'integer' : 'bigint'} primary key references requests (number),
    request_id text not null, title text not null, description text not null, comments text not null)`)
  if (engine === 'sqlite') await indexWithFts5(run)
  else await indexWithTrigrams(db)
}

type Run = (statement: string) => Promise<unknown>

/**
 * Contentless: the texts are stored in search_documents, and an update need not know the old ones. `automerge` 8
 * balances the cost of writes against the number of segments to read. The triggers only record what changed; the writer
 * updates the index once per commit (search-index.ts), because FTS5 starts a new segment at every savepoint.
 */
async function indexWithFts5(run: Run) {
  await run(`create virtual table search_index using fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`)
  await run(`insert into search_index (search_index, rank) values ('automerge', 8)`)
  await run(`create virtual table search_trigrams using fts5vocab (search_index, row)`)
  await run(`create table search_changes (request_number integer primary key)`)

  const note = (row: string) =>
    `begin insert into search_changes (request_number) values (${row}.request_number) on conflict do nothing; end`
  await run(`create trigger search_documents_added after insert on search_documents ${note('new')}`)
  await run(`create trigger search_documents_removed after delete on search_documents ${note('old')}`)
  await run(`create trigger search_documents_changed after update on search_documents
    when old.title is not new.title or old.description is not new.description or old.comments is not new.comments
      or old.request_id is not new.request_id ${note('new')}`)
}

/**
 * With pg_trgm, a GIN index over the whole text, on the same expression as in search.ts. Where the extension is missing
 * and our role may not create it, search scans the texts: correct, but slower with every request.
 */
async function indexWithTrigrams(db: Kysely<unknown>) {
  await sql`do $$ begin
    create extension if not exists pg_trgm;
  exception when insufficient_privilege or undefined_file or feature_not_supported then null;
  end $$`.execute(db)
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_extension
    join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'`.execute(db)
  const schema = rows[0]?.schema
  if (!schema) return
  await sql`create index search_documents_text on search_documents using gin
    ((request_id || chr(10) || title || chr(10) || description || chr(10) || comments) ${sql.id(schema, 'gin_trgm_ops')})`.execute(
    db,
  )
}
