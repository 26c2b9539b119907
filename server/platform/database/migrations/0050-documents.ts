import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Files, uploads in progress, the documents that refer to them, and the extracted text. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pg = engine === 'postgres'
  const instant = sql.raw(pg ? 'timestamptz(3)' : 'text')
  const key = sql.raw(pg ? 'text collate "C"' : 'text')
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`create table files (
    checksum ${key} not null primary key, store_key ${key} not null unique, size bigint not null, type ${key} not null,
    stored_at ${instant} not null, text_state ${key} not null, text_note text, pages integer)`)
  await run(sql`create table file_pages (
    checksum ${key} not null references files (checksum) on delete cascade, page integer not null, text text not null,
    primary key (checksum, page))`)
  await run(sql`create table uploads (
    id ${key} not null primary key, user_id ${key} not null references users (id), name text not null, size bigint not null,
    received bigint not null, checksum ${key} references files (checksum), created_at ${instant} not null,
    expires_at ${instant} not null)`)
  await run(sql`create index uploads_by_user on uploads (user_id, created_at)`)
  await run(sql`create index uploads_by_file on uploads (checksum)`)
  await run(sql`create index uploads_by_expiry on uploads (expires_at)`)
  await run(sql`create table documents (
    id ${key} not null primary key, request_number bigint references requests (number),
    checksum ${key} not null references files (checksum), name text not null, size bigint not null,
    uploaded_by_id ${key} not null references users (id), uploaded_at ${instant} not null,
    deleted_at ${instant}, deleted_by_id ${key} references users (id))`)
  await run(sql`create index documents_by_request on documents (request_number, uploaded_at)`)
  await run(sql`create index documents_by_file on documents (checksum)`)
  await run(sql`create index documents_by_person on documents (uploaded_by_id)`)
  await run(sql`create index documents_deleted on documents (deleted_at) where deleted_at is not null`)
}
