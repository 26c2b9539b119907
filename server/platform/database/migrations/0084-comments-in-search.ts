import { type Kysely, sql } from 'kysely'
import { foldWithin } from '../../../../shared/fold.ts'
import { LIMITS } from '../../../../shared/text-rules.ts'
import type { Engine } from '../db.ts'

/** Rows read at once: their longest texts fit into a few megabytes. */
const BATCH_SIZE = 500
const COMMENTS_OF_REQUEST = 2 ** 20

/**
 * Each comment becomes its own row of the search index, instead of a part of its request's text, so that commenting costs
 * the same however long the discussion is, and all of it is found.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pg = engine === 'postgres'
  const run = (statement: string) => sql.raw(statement).execute(db)
  const key = pg ? 'text collate "C"' : 'text'
  const number = pg ? 'bigint' : 'integer'
  await run(`create table search_comments (
    id ${number} primary key, request_number ${number} not null references requests (number),
    comment_id ${key} not null unique references comments (id) on delete cascade, is_internal smallint not null,
    text text not null)`)
  if (!pg) await indexWithFts5(run)
  await addComments(db)
  if (pg) await indexWithTrigrams(db)
  else await dropFromRequests(run)
}

type Run = (statement: string) => Promise<unknown>

/** As for pages of documents (0053-document-search). */
async function indexWithFts5(run: Run) {
  await run(`create virtual table search_comment_index using fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`)
  await run(`insert into search_comment_index (search_comment_index, rank) values ('automerge', 8)`)
  await run(`create virtual table search_comment_trigrams using fts5vocab (search_comment_index, row)`)
  await run(`create table search_comment_changes (id integer primary key)`)
  const note = (row: string) =>
    `begin insert into search_comment_changes (id) values (${row}.id) on conflict do nothing; end`
  await run(`create trigger search_comments_added after insert on search_comments ${note('new')}`)
  await run(`create trigger search_comments_removed after delete on search_comments ${note('old')}`)
  await run(`create trigger search_comments_changed after update on search_comments
    when old.text is not new.text ${note('new')}`)
}

async function addComments(db: Kysely<unknown>) {
  let [number, at, id] = [-1, '', '']
  let place = 0
  for (;;) {
    const after = at === '' ? sql`1 = 1` : sql`(request_number, created_at, id) > (${number}, ${at}, ${id})`
    const { rows } = await sql<{ number: number; at: string; id: string; comment: string }>`
      select request_number as number, created_at as at, id, comment from comments
      where ${after} order by request_number, created_at, id limit ${BATCH_SIZE}`.execute(db)
    if (rows.length === 0) return
    const values = rows.map((row) => {
      place = Number(row.number) === number ? place + 1 : 0
      ;[number, at, id] = [Number(row.number), row.at, row.id]
      const text = foldWithin(row.comment, LIMITS.comment)
      return sql`(${number * COMMENTS_OF_REQUEST + place}, ${number}, ${id}, 0, ${text})`
    })
    await sql`insert into search_comments (id, request_number, comment_id, is_internal, text)
      values ${sql.join(values)}`.execute(db)
  }
}

async function dropFromRequests(run: Run) {
  // Requests without comments keep their index rows: two line ends more make no difference.
  await run(`update search_documents set comments = '' where comments <> ''`)
  await run('drop trigger search_documents_changed')
  await run('alter table search_documents drop column comments')
  await run(`create trigger search_documents_changed after update on search_documents
    when old.title is not new.title or old.description is not new.description or old.request_id is not new.request_id
    begin insert into search_changes (request_number) values (new.request_number) on conflict do nothing; end`)
}

async function indexWithTrigrams(db: Kysely<unknown>) {
  await sql`drop index if exists search_documents_text`.execute(db)
  await sql`alter table search_documents drop column comments`.execute(db)
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_extension
    join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'`.execute(db)
  const schema = rows[0]?.schema
  if (!schema) return
  const trigrams = sql.id(schema, 'gin_trgm_ops')
  await sql`create index search_documents_text on search_documents using gin
    ((request_id || chr(10) || title || chr(10) || description) ${trigrams})`.execute(db)
  await sql`create index search_comments_text on search_comments using gin (text ${trigrams})`.execute(db)
}
