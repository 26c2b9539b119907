import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Changes of several accounts at once, and what became of each person. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pg = engine === 'postgres'
  const instant = sql.raw(pg ? 'timestamptz(3)' : 'text')
  const key = sql.raw(pg ? 'text collate "C"' : 'text')
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`create table people_changes (
    id ${key} not null primary key, created_by_id ${key} not null references users (id), action text not null,
    total integer not null, created_at ${instant} not null, ended_at ${instant})`)
  await run(sql`create index people_changes_by_person on people_changes (created_by_id, created_at)`)
  // A person whose invitation is withdrawn is deleted: no foreign key.
  await run(sql`create table people_change_items (
    change_id ${key} not null references people_changes (id) on delete cascade, place integer not null,
    person_id ${key} not null, done_at ${instant}, left_out ${key}, link_id ${key}, primary key (change_id, place))`)
}
