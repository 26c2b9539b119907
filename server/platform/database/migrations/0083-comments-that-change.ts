import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Comments can be internal, edited, deleted and mention people, and their history entries name them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pg = engine === 'postgres'
  const instant = sql.raw(pg ? 'timestamptz(3)' : 'text')
  const key = sql.raw(pg ? 'text collate "C"' : 'text')
  await sql`alter table comments add column is_internal smallint not null default 0`.execute(db)
  await sql`alter table comments add column edited_at ${instant}`.execute(db)
  await sql`alter table comments add column deleted_at ${instant}`.execute(db)
  await sql`alter table request_history add column comment_id ${key} references comments (id)`.execute(db)
  await sql`create table comment_mentions (
    comment_id ${key} not null references comments (id) on delete cascade,
    person_id ${key} not null references users (id) on delete cascade,
    primary key (comment_id, person_id))`.execute(db)
}
