import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Files of people that are checked and imported, one per person who imports. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pg = engine === 'postgres'
  const instant = sql.raw(pg ? 'timestamptz(3)' : 'text')
  const key = sql.raw(pg ? 'text collate "C"' : 'text')
  await sql`create table people_imports (
    id ${key} not null primary key, user_id ${key} not null references users (id) on delete cascade,
    state ${key} not null, encoding ${key} not null, people integer not null, columns text not null,
    choices text not null, summary text not null, created_at ${instant} not null)`.execute(db)
  await sql`create unique index people_imports_by_user on people_imports (user_id)`.execute(db)
  // Accounts may be deleted again: no foreign key.
  await sql`create table people_import_lines (
    import_id ${key} not null references people_imports (id) on delete cascade, line integer not null,
    cells text not null, rank integer not null, outcome ${key} not null, plan text not null,
    link_id ${key}, done_at ${instant}, primary key (import_id, line))`.execute(db)
  await sql`create index people_import_lines_by_rank on people_import_lines (import_id, rank, line)`.execute(db)
}
