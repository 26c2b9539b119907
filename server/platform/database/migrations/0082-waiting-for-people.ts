import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Questions that wait for an answer, due dates that people were notified of, and who commented on a request. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pg = engine === 'postgres'
  const instant = sql.raw(pg ? 'timestamptz(3)' : 'text')
  const date = sql.raw(pg ? 'date' : 'text')
  const key = sql.raw(pg ? 'text collate "C"' : 'text')
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  await run(sql`create table open_questions (
    comment_id ${key} not null references comments (id) on delete cascade,
    person_id ${key} not null references users (id) on delete cascade,
    request_number bigint not null references requests (number), at ${instant} not null,
    primary key (comment_id, person_id))`)
  await run(sql`create index open_questions_by_person on open_questions (person_id, request_number, at)`)
  await run(sql`create table due_notices (
    request_number bigint not null references requests (number), code ${key} not null, due_date ${date} not null,
    primary key (request_number, code, due_date))`)
  await run(sql`create index comments_by_author on comments (request_number, author_id, created_at)`)
}
