import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Notices of people, which requests they chose to watch or not to, what they want, and how far the history was read. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pg = engine === 'postgres'
  const instant = sql.raw(pg ? 'timestamptz(3)' : 'text')
  const key = sql.raw(pg ? 'text collate "C"' : 'text')
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  await run(sql`create table notices (
    id ${key} not null primary key, person_id ${key} not null references users (id) on delete cascade,
    code ${key} not null, reasons text not null, bundle_key ${key},
    request_number bigint references requests (number), actor_id ${key}, history_id bigint, comment_id ${key},
    target_id ${key}, count integer not null, details text not null, in_app smallint not null,
    at ${instant} not null, read_at ${instant})`)
  await run(sql`create index notices_by_person on notices (person_id, in_app, at, id)`)
  await run(sql`create index notices_unread on notices (person_id, in_app, bundle_key, at) where read_at is null`)
  await run(sql`create index notices_by_age on notices (at)`)
  await run(sql`create table notice_members (
    notice_id ${key} not null references notices (id) on delete cascade, request_number bigint not null,
    primary key (notice_id, request_number))`)
  await run(sql`create table request_watches (
    request_number bigint not null references requests (number), person_id ${key} not null references users (id) on delete cascade,
    after_id bigint not null, watches smallint not null, at ${instant} not null,
    primary key (request_number, person_id, after_id))`)
  await run(sql`create index request_watches_by_person on request_watches (person_id, request_number)`)
  await run(sql`create table notice_preferences (
    person_id ${key} not null primary key references users (id) on delete cascade, preferences text not null)`)
  await run(sql`create table notice_progress (name ${key} not null primary key, value bigint not null)`)
  // Nobody is notified of what happened before the upgrade.
  await run(sql`insert into notice_progress (name, value) select 'history', coalesce(max(id), 0) from request_history`)
  await run(sql`insert into notice_progress (name, value) select 'audit', coalesce(max(id), 0) from audit_log`)
}
