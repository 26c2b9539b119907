import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Documents read by Document AI, the requests it proposes, and the source passages of requests. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pg = engine === 'postgres'
  const instant = sql.raw(pg ? 'timestamptz(3)' : 'text')
  const date = sql.raw(pg ? 'date' : 'text')
  const key = sql.raw(pg ? 'text collate "C"' : 'text')
  const real = sql.raw(pg ? 'double precision' : 'real')
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`create table document_readings (
    id ${key} not null primary key, document_id ${key} not null unique references documents (id) on delete cascade,
    asked_by_id ${key} not null references users (id), asked_at ${instant} not null,
    state ${key} not null check (state in ('waiting', 'reading', 'ready', 'failed')), ended_at ${instant},
    note text, engine text, result text)`)
  await run(sql`create index document_readings_by_time on document_readings (asked_at, id)`)
  await run(sql`create index document_readings_waiting on document_readings (asked_by_id, asked_at)
    where state in ('waiting', 'reading')`)
  await run(sql`create table document_proposals (
    id ${key} not null primary key, reading_id ${key} not null references document_readings (id) on delete cascade,
    position integer not null, title text not null, description text not null, department ${key} not null,
    priority ${key} not null, development_type ${key}, due_date ${date}, page integer not null,
    start_offset integer not null, end_offset integer not null, passage text not null, section text,
    confidence ${real} not null, suggestion_id ${key} references suggestions (id) on delete set null,
    suggested text not null, duplicates text not null,
    state ${key} not null check (state in ('open', 'accepted', 'refused')), decided_by_id ${key} references users (id),
    decided_at ${instant}, request_number bigint references requests (number), version integer not null,
    unique (reading_id, position))`)
  await run(sql`create index document_proposals_by_request on document_proposals (request_number)
    where request_number is not null`)
  await run(sql`create index document_proposals_by_suggestion on document_proposals (suggestion_id)
    where suggestion_id is not null`)
  await run(sql`create table request_sources (
    request_number bigint not null references requests (number),
    document_id ${key} not null references documents (id) on delete cascade, page integer not null,
    start_offset integer not null, end_offset integer not null, passage text not null,
    primary key (request_number, document_id))`)
  await run(sql`create index request_sources_by_document on request_sources (document_id)`)
}
