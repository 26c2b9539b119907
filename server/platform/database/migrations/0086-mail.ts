import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** The outbox: one row per mail, and the notices that each tells. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pg = engine === 'postgres'
  const instant = sql.raw(pg ? 'timestamptz(3)' : 'text')
  const key = sql.raw(pg ? 'text collate "C"' : 'text')
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  await run(sql`create table mails (
    id ${key} not null primary key, kind ${key} not null, person_id ${key} references users (id) on delete cascade,
    about text not null, open_key ${key} unique, address text, message_id text not null unique, state ${key} not null,
    reason ${key}, attempts integer not null, last_answer text, due_at ${instant} not null,
    created_at ${instant} not null, settled_at ${instant})`)
  await run(sql`create index mails_by_person on mails (person_id)`)
  await run(sql`create index mails_by_state on mails (state, settled_at)`)
  // Not a reference: notices that are bundled, or old, are deleted.
  await run(sql`create table mail_notices (
    mail_id ${key} not null references mails (id) on delete cascade, notice_id ${key} not null,
    primary key (mail_id, notice_id))`)
}
